// The header's section PAGING.

import CIQList
import ListEngine

@_cdecl("iq_list_set_page") @implementation
public func iq_list_set_page(
  _ list: UnsafeMutablePointer<iq_list>?, _ section: iq_section, _ edge: iq_edge,
  _ page: UnsafePointer<iq_page>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let edge = try Edge(edge, argument: 3)
    let page = unsafe try Page(page, argument: 4)
    try naming(2, target: 4) { () throws(Refusal) in try list.setPage(section.id, edge, page) }
  }
}

@_cdecl("iq_list_page") @implementation
public func iq_list_page(
  _ list: UnsafePointer<iq_list>?, _ section: iq_section, _ edge: iq_edge,
  _ page: UnsafeMutablePointer<iq_page>?
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let edge = try Edge(edge, argument: 3)
    let output = unsafe try VersionedOutput(page, argument: 4)
    try naming(2) { () throws(Refusal) in output.write(iq_page(try list.page(section.id, edge))) }
  }
}

@_cdecl("iq_list_reach_edge") @implementation
public func iq_list_reach_edge(
  _ list: UnsafeMutablePointer<iq_list>?, _ section: iq_section, _ edge: iq_edge
) -> iq_status {
  unsafe using(list) { list throws(Refusal) in
    let edge = try Edge(edge, argument: 3)
    try naming(2) { () throws(Refusal) in try list.reachEdge(section.id, edge) }
  }
}

extension Edge {
  fileprivate init(_ edge: iq_edge, argument: UInt32) throws(Refusal) {
    guard edge == IQ_EDGE_START || edge == IQ_EDGE_END else { throw Refusal(.argument, argument: argument) }
    self = edge == IQ_EDGE_START ? .start : .end
  }
}

extension Page {
  fileprivate init(_ page: UnsafePointer<iq_page>?, argument: UInt32) throws(Refusal) {
    let given = unsafe try read(try required(page, argument: argument), over: iq_page(), argument: argument)
    guard given.state <= IQ_PAGE_ENDED, given.flags & ~IQ_PAGE_SHOW_LOADING == 0, given.reserved == 0 else {
      throw Refusal(.argument, argument: argument)
    }
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
