// The header's section STATE OF THE LIST.

import CIQList
import ListEngine

@_cdecl("iq_list_set_loading") @implementation
public func iq_list_set_loading(_ list: UnsafeMutablePointer<iq_list>?, _ loading: UInt32) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    guard loading <= IQ_LOADING_FAILED else { throw Refusal(.argument, argument: 2) }
    try list.setLoading(loading)
  }
}
