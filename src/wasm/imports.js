// What asker.cpp calls while it answers: the watch of the question that door.js was asked last.
mergeInto(LibraryManager.library, {
  hakaru_page_progress: function (share) {
    if (Module["watch"].progress) Module["watch"].progress(share);
  },
  hakaru_page_stopped: function () {
    return Module["watch"].stopped && Module["watch"].stopped() ? 1 : 0;
  },
});
