// Whatever describes a list anew ends its loading, and that of the lists derived from it.

extension List {
  /// After an update that succeeded: a list that is described anew is not being loaded any more. There are features.
  func endLoading(_ options: UpdateOptions) {
    if options.keepsLoading || options.isWithinHistory { return }
    features.followers.wake { $0.endsLoading = true }
    write { _ in
      if features.loading.value.loading == Loading.no { return }
      features.loading.value.loading = Loading.no
      features.channel.add(.look)
      features.changePages()
    }
  }
}
