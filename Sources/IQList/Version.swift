// The header's section VERSION.

import CIQList
