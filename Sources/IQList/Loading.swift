// The header's section STATE OF THE LIST.

import CIQList
import ListEngine

@_cdecl("iq_list_set_loading") @implementation
public func iq_list_set_loading(_ list: UnsafeMutablePointer<iq_list>?, _ loading: UInt32) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    try check(loading, upTo: IQ_LOADING_FAILED, argument: Argument(2, iqc_loading))
    try list.setLoading(loading)
  }
}

@_cdecl("iq_list_set_supplementary") @implementation
public func iq_list_set_supplementary(
  _ list: UnsafeMutablePointer<iq_list>?, _ element: UnsafePointer<iq_supplementary>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    try list.setSupplementary(unsafe Supplementary(element, argument: Argument(2, iqc_element), ofList: true))
  }
}

@_cdecl("iq_list_remove_supplementary") @implementation
public func iq_list_remove_supplementary(
  _ list: UnsafeMutablePointer<iq_list>?, _ kind: UInt32, _ index: UInt32
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    try list.removeSupplementary(kind: kind, index: index)
  }
}
