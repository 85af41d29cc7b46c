// The header's section PAGING.

import CIQList
import ListEngine

@_cdecl("iq_list_set_page") @implementation
public func iq_list_set_page(
  _ list: UnsafeMutablePointer<iq_list>?, _ section: iq_section, _ edge: iq_edge,
  _ page: UnsafePointer<iq_page>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let edge = try Edge(edge, argument: Argument(3, iqc_edge))
    let page = unsafe try Page(page, argument: Argument(4, iqc_page))
    try naming(Argument(2, iqc_section), target: Argument(4, iqc_page).field(iqc_token)) {
      () throws(Refusal) in try list.setPage(section.id, edge, page)
    }
  }
}

@_cdecl("iq_list_get_page") @implementation
public func iq_list_get_page(
  _ list: UnsafePointer<iq_list>?, _ section: iq_section, _ edge: iq_edge,
  _ page: UnsafeMutablePointer<iq_page>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let edge = try Edge(edge, argument: Argument(3, iqc_edge))
    let output = unsafe try VersionedOutput(page, argument: Argument(4, iqc_page))
    try naming(Argument(2, iqc_section)) { () throws(Refusal) in
      output.write(iq_page(try list.page(section.id, edge)))
    }
  }
}

@_cdecl("iq_list_reach_edge") @implementation
public func iq_list_reach_edge(
  _ list: UnsafeMutablePointer<iq_list>?, _ section: iq_section, _ edge: iq_edge
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let edge = try Edge(edge, argument: Argument(3, iqc_edge))
    try naming(Argument(2, iqc_section)) { () throws(Refusal) in try list.reachEdge(section.id, edge) }
  }
}

extension Edge {
  fileprivate init(_ edge: iq_edge, argument: Argument) throws(Refusal) {
    guard edge == IQ_EDGE_START || edge == IQ_EDGE_END else {
      throw Refusal(.unknownValue, argument: argument, value: Int(edge))
    }
    self = edge == IQ_EDGE_START ? .start : .end
  }
}

extension Page {
  fileprivate init(_ page: UnsafePointer<iq_page>?, argument: Argument) throws(Refusal) {
    let given = unsafe try read(try required(page, argument: argument), over: iq_page(), argument: argument)
    try check(given.state, upTo: IQ_PAGE_ENDED, argument: argument.field(iqc_state))
    try check(given.flags, of: IQ_PAGE_SHOW_LOADING, argument: argument.field(iqc_flags))
    if given.reserved != 0 { throw Refusal(.notZero, argument: argument.field(iqc_reserved)) }
    self.init()
    state = given.state
    distance = given.distance
    flags = given.flags
    token = given.token
  }
}

extension iq_page {
  fileprivate init(_ page: Page) {
    self.init(
      struct_size: 0, state: page.state, distance: page.distance, flags: page.flags, reserved: 0,
      token: page.token)
  }
}
