// The header's section MEMORY AND LOG.

import CIQList
import ListEngine

@_cdecl("iq_memory_set_allocator") @implementation
public func iq_memory_set_allocator(_ allocator: UnsafePointer<iq_allocator>?) -> iq_status {
  attempt { () throws(Refusal) in
    let hook = unsafe try hook(allocator)
    guard Memory.used == 0 else { throw Refusal(.memoryUsed) }
    unsafe Memory.hook = hook
  }
}

private func hook(_ allocator: UnsafePointer<iq_allocator>?) throws(Refusal) -> Memory.Hook? {
  guard unsafe allocator != nil else { return nil }
  let argument = Argument(1, iqc_allocator)
  let allocator = unsafe try read(allocator, over: iq_allocator(), argument: argument)
  guard let allocate = unsafe allocator.allocate else {
    throw Refusal(.null, argument: argument.field(iqc_allocate))
  }
  guard let reallocate = unsafe allocator.reallocate else {
    throw Refusal(.null, argument: argument.field(iqc_reallocate))
  }
  guard let release = unsafe allocator.release else {
    throw Refusal(.null, argument: argument.field(iqc_release))
  }
  return unsafe Memory.Hook(
    context: allocator.context, allocate: allocate, reallocate: reallocate, release: release)
}

@_cdecl("iq_memory_used") @implementation
public func iq_memory_used() -> Int { Memory.used }

@_cdecl("iq_memory_peak") @implementation
public func iq_memory_peak() -> Int { Memory.peak }

@_cdecl("iq_memory_trim") @implementation
public func iq_memory_trim() -> iq_status {
  ScratchPool.process.empty()
  HandleTable.process.trim()
  return IQ_OK
}

@_cdecl("iq_log_set") @implementation
public func iq_log_set(
  _ callback: iq_log_callback?, _ context: UnsafeMutableRawPointer?, _ level: iq_log_level
) -> iq_status {
  attempt { () throws(Refusal) in
    try check(level, upTo: IQ_LOG_DEBUG, argument: Argument(3, iqc_level))
    unsafe Log.set(callback, context, level)
  }
}
