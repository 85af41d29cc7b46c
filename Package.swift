// swift-tools-version: 6.2
import PackageDescription

// Debug information names the sources relative to this folder: what is built has the same bytes in any folder.
let folderMap = "\(Context.packageDirectory)=."

// Debug is ordinary Swift, so that `swift test` works. Release is Embedded Swift, compiled as one module:
// the library then needs libc and nothing else. There the module IQList compiles what it uses of the engine,
// and that is all of it: the engine's own object files stay empty, or everything would be compiled twice.
let engine: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableExperimentalFeature("Lifetimes"),
  // For InlineBox: values at stable addresses within their owners.
  .enableExperimentalFeature("RawLayout"),
  .enableExperimentalFeature("BuiltinModule"),
  .enableExperimentalFeature("Embedded", .when(configuration: .release)),
  .unsafeFlags(
    [
      "-wmo", "-enforce-exclusivity=unchecked", "-O", "-Xfrontend", "-function-sections",
      // Without references to files of the module cache, which debuggers look for in vain elsewhere.
      "-Xfrontend", "-no-clang-module-breadcrumbs",
      "-file-prefix-map", folderMap,
      // One C function with an unwind table would give one to each of Swift: nothing is thrown through them.
      "-Xcc", "-fno-asynchronous-unwind-tables",
    ],
    .when(configuration: .release)),
]

// The compiler of Swift writes DWARF 4. Valgrind up to 3.19 reads no debug information if C has that of version 5.
let debugging: [CSetting] = [
  .unsafeFlags(["-gdwarf-4", "-ffile-prefix-map=\(folderMap)"], .when(configuration: .release))
]

let package = Package(
  name: "iqlist",
  // An archive of all objects, from which bindings/c/build links what is released. There is no shared library of a
  // debug build: it would need the runtime of Swift.
  products: [.library(name: "iqlist", type: .static, targets: ["IQList"])],
  targets: [
    .target(name: "CIQList", cSettings: debugging),
    .target(name: "CPlatform", cSettings: debugging),
    .target(
      name: "ListEngine", dependencies: ["CPlatform"],
      swiftSettings: engine + [
        .unsafeFlags(["-Xfrontend", "-emit-empty-object-file"], .when(configuration: .release))
      ]),
    .target(
      name: "IQList", dependencies: ["CIQList", "CPlatform", "ListEngine"],
      swiftSettings: engine + [.enableExperimentalFeature("CImplementation")]),
    .testTarget(name: "ListEngineTests", dependencies: ["ListEngine"]),
    .testTarget(name: "IQListTests", dependencies: ["IQList"]),
  ]
)
