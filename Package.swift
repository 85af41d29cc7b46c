// swift-tools-version: 6.2
import PackageDescription

// Debug is ordinary Swift, so that `swift test` works. Release is Embedded Swift, compiled as one
// module, and that as one module of LLVM: the library then needs libc and nothing else. It is optimised
// for size, with the hot paths inlined by hand: sparing a call is no reason to inline; a function's traps
// are one; what machine code repeats is put aside once (the machine outliner). Each function has a section
// of its own, so that the linker drops what both modules hold; functions are not cloned for the closures
// that they are given.
let engine: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableExperimentalFeature("Lifetimes"),
  .enableExperimentalFeature("Embedded", .when(configuration: .release)),
  .unsafeFlags(
    [
      "-wmo", "-enforce-exclusivity=unchecked", "-Xfrontend", "-function-sections", "-Osize",
      "-Xllvm", "-sil-disable-pass=closure-specialize", "-Xfrontend", "-enable-single-module-llvm-emission",
      "-Xfrontend", "-mergeable-traps",
      "-Xllvm", "-sil-inline-removed-call-benefit=0",
      "-Xllvm", "-enable-machine-outliner=always", "-Xllvm", "-enable-linkonceodr-outlining",
      "-Xllvm", "-machine-outliner-reruns=4",
    ],
    .when(configuration: .release)),
]

// Only what the header names is exported, under the version node IQLIST_1. (lld keeps local names out
// of the dynamic table, and folds functions that came out alike.)
let link: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-use-ld=lld", "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/IQList/exports.map",
      "-Xlinker", "-soname", "-Xlinker", "libiqlist.so.1", "-Xlinker", "--gc-sections", "-Xlinker",
      "--icf=all",
    ], .when(configuration: .release))
]

let package = Package(
  name: "iqlist",
  products: [.library(name: "iqlist", type: .dynamic, targets: ["IQList"])],
  targets: [
    .target(name: "CIQList"),
    .target(name: "CPlatform"),
    .target(name: "ListEngine", dependencies: ["CPlatform"], swiftSettings: engine),
    .target(
      name: "IQList", dependencies: ["CIQList", "CPlatform", "ListEngine"],
      exclude: ["exports.map"],
      swiftSettings: engine + [.enableExperimentalFeature("CImplementation")],
      linkerSettings: link),
    .testTarget(name: "ListEngineTests", dependencies: ["ListEngine"]),
    .testTarget(name: "IQListTests", dependencies: ["IQList"]),
  ]
)
