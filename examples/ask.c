// One question from C. include/hakaru/hakaru.h begins with this, and a test keeps it so.
#include <hakaru/hakaru.h>
#include <stdio.h>

int main(void) {
  hakaru_asker* asker = NULL;
  char* json = NULL;
  int status = hakaru_open(NULL, &asker, &json);
  if (status == HAKARU_ANSWERED)
    status = hakaru_ask(asker, "{\"question\": \"fit\", \"machine\": \"g6e.xlarge\"}", NULL, &json);
  if (json != NULL) fputs(json, stdout);
  hakaru_free(json);
  hakaru_close(asker);
  return status;
}
