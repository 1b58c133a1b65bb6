#include <gtest/gtest.h>
#include <hakaru/hakaru.h>

#include <memory>
#include <string>

namespace {

/// Copy of a text that the library gave, which is freed; empty: null.
std::string taken(char* text) {
  const std::unique_ptr<char, void (*)(char*)> held(text, hakaru_free);
  return text == nullptr ? "" : text;
}

TEST(PublicC, SaysWhatIsNull) {
  char* text = nullptr;
  EXPECT_EQ(hakaru_open(nullptr, nullptr, &text), HAKARU_BAD_INPUT);
  EXPECT_NE(taken(text).find("hakaru_open: 'asker' is NULL"), std::string::npos);
  EXPECT_EQ(hakaru_ask(nullptr, "{}", nullptr, &text), HAKARU_BAD_INPUT);
  EXPECT_NE(taken(text).find("hakaru_ask: 'asker' is NULL"), std::string::npos);

  hakaru_asker* asker = nullptr;
  ASSERT_EQ(hakaru_open(nullptr, &asker, nullptr), HAKARU_ANSWERED);
  EXPECT_EQ(hakaru_ask(asker, nullptr, nullptr, &text), HAKARU_BAD_INPUT);
  EXPECT_NE(taken(text).find("hakaru_ask: 'question' is NULL"), std::string::npos);
  EXPECT_EQ(hakaru_ask(asker, "{}", nullptr, nullptr), HAKARU_BAD_INPUT);
  EXPECT_EQ(hakaru_ask(nullptr, nullptr, nullptr, nullptr), HAKARU_BAD_INPUT);
  hakaru_close(asker);

  hakaru_close(nullptr);
  hakaru_free(nullptr);
  hakaru_cancel(nullptr);
  hakaru_watch_free(nullptr);
}

TEST(PublicC, GivesNoAskerWhereItCannotOpenOne) {
  char* why = nullptr;
  hakaru_options options{};
  options.data_folder = "/no/such/folder";
  int place = 0;
  auto* asker = reinterpret_cast<hakaru_asker*>(&place);
  EXPECT_EQ(hakaru_open(&options, &asker, &why), HAKARU_BAD_INPUT);
  EXPECT_EQ(asker, nullptr);
  EXPECT_NE(taken(why).find("/no/such/folder"), std::string::npos);
  EXPECT_EQ(hakaru_open(&options, &asker, nullptr), HAKARU_BAD_INPUT);
}

TEST(PublicC, AnswersOddTextsWithReasons) {
  hakaru_asker* asker = nullptr;
  ASSERT_EQ(hakaru_open(nullptr, &asker, nullptr), HAKARU_ANSWERED);
  for (const std::string& odd :
       {std::string(), std::string("{"), std::string("[]"), std::string("\xff\xfe"),
        std::string(R"({"question": "fit", "machine": "\ud800"})"), std::string(100'000, '[')}) {
    char* text = nullptr;
    EXPECT_EQ(hakaru_ask(asker, odd.c_str(), nullptr, &text), HAKARU_BAD_INPUT) << odd.substr(0, 50);
    EXPECT_EQ(taken(text).rfind("{\"error\":", 0), 0U);
  }
  hakaru_close(asker);
}

TEST(PublicC, CallsBackWithWhatItWasGiven) {
  hakaru_asker* asker = nullptr;
  ASSERT_EQ(hakaru_open(nullptr, &asker, nullptr), HAKARU_ANSWERED);
  int calls = 0;
  hakaru_watch* watch = hakaru_watch_new([](double, void* user) { ++*static_cast<int*>(user); }, &calls);
  char* text = nullptr;
  EXPECT_EQ(
      hakaru_ask(asker, R"({"question": "plan_infer", "model": "resnet-50", "instance": "g5.xlarge"})", watch, &text),
      HAKARU_ANSWERED);
  hakaru_free(text);
  EXPECT_GT(calls, 0);
  hakaru_watch_free(watch);
  hakaru_close(asker);
}

TEST(PublicC, HasAVersion) { EXPECT_STREQ(hakaru_version(), HAKARU_VERSION); }

}  // namespace
