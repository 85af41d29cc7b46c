// The header's section VERSION.

import CIQList

@_cdecl("iq_version") @implementation
public func iq_version() -> UInt32 { UInt32(IQ_VERSION) }

@_cdecl("iq_version_string") @implementation
public func iq_version_string() -> UnsafePointer<CChar>? { unsafe iqc_version_string() }

@_cdecl("iq_build_info") @implementation
public func iq_build_info() -> UnsafePointer<CChar>? {
  #if hasFeature(Embedded)
    unsafe iqc_build_info(true)
  #else
    unsafe iqc_build_info(false)
  #endif
}
