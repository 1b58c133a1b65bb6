// Questions as JSON, answered as JSON, for programs in C and in whatever calls C. examples/ask.c is this:
//
//   #include <hakaru/hakaru.h>
//   #include <stdio.h>
//
//   int main(void) {
//     hakaru_asker* asker = NULL;
//     char* json = NULL;
//     int status = hakaru_open(NULL, &asker, &json);
//     if (status == HAKARU_ANSWERED)
//       status = hakaru_ask(asker, "{\"question\": \"fit\", \"machine\": \"g6e.xlarge\"}", NULL, &json);
//     if (json != NULL) fputs(json, stdout);
//     hakaru_free(json);
//     hakaru_close(asker);
//     return status;
//   }
//
// The questions are those that `hakaru schema` prints, and the answer is what `hakaru ask` prints, byte for byte.
// Any number of threads may ask one asker at once. No function throws, and none takes or gives memory that the other
// side must manage: what is given stays hakaru's until it is handed back to hakaru. A NULL where something is needed is
// bad input; where something would be freed it is nothing.
#ifndef HAKARU_HAKARU_H
#define HAKARU_HAKARU_H

#ifdef __cplusplus
extern "C" {
#endif

// As the exit status of the program has them.
enum hakaru_status {
  HAKARU_ANSWERED = 0,
  HAKARU_UNSATISFIABLE = 1,  // nothing keeps what was asked for; the reason says what to relax
  HAKARU_BAD_INPUT = 2,
  HAKARU_INTERNAL = 3,  // a defect of hakaru, or no memory is left
  HAKARU_CANCELLED = 4
};

// The data, read once: models, accelerators, prices, calibrations.
typedef struct hakaru_asker hakaru_asker;

// All zero is what NULL stands for.
typedef struct hakaru_options {
  // Laid over the data within the library; "": none; NULL: that of HAKARU_DATA in the environment, else the user's own
  // ($XDG_DATA_HOME/hakaru or ~/.local/share/hakaru) where there is one.
  const char* data_folder;
  int reads_files;          // whether a question may name files of this machine, and not only hold what is in them
  int workers;  // threads of a search, its caller's among them; 0: the caller's alone; -1: one for each core
} hakaru_options;

// Gives the status. `*asker`: to be closed; NULL unless it is HAKARU_ANSWERED. `*why` then is NULL, else the reason as
// hakaru_ask gives it, to be freed; `why` may be NULL. `options` are not kept.
int hakaru_open(const hakaru_options* options, hakaru_asker** asker, char** why);

// When nobody asks it any more.
void hakaru_close(hakaru_asker* asker);

// A watch on questions: its progress function is given the share that is done, and hakaru_cancel ends them.
typedef struct hakaru_watch hakaru_watch;

// `share`: of the work that is done, 0 … 1. Called often, with several workers by several threads at once. It may
// cancel; it must return, and not by an exception or longjmp.
typedef void hakaru_progress(double share, void* user);

// To be freed; NULL where no memory is left. `progress` may be NULL, `user` is what it is called with. A watch is for
// one question, or for several that end together.
hakaru_watch* hakaru_watch_new(hakaru_progress* progress, void* user);

// From any thread: what is asked with this watch, now or later, ends soon, with HAKARU_CANCELLED.
void hakaru_cancel(hakaru_watch* watch);

// When nothing is asked with it any more.
void hakaru_watch_free(hakaru_watch* watch);

// Gives the status. `question`: JSON in UTF-8. `watch` may be NULL. `*answer`: the answer as JSON, or
// {"error": {"kind", "exit_status", "message"}}, a line's end behind it, to be freed; NULL only where no memory is
// left.
int hakaru_ask(const hakaru_asker* asker, const char* question, const hakaru_watch* watch, char** answer);

// Frees a text that hakaru_open or hakaru_ask gave.
void hakaru_free(char* text);

// "0.1.0", never freed.
const char* hakaru_version(void);

#ifdef __cplusplus
}
#endif

#endif
