The flag stands over the environment; LC_ALL over LANG; anything that is not Japanese is English.

  $ hakaru completion nope --lang ja
  hakaru: completion の対象が 'nope' です。指定できる値: bash、zsh、fish
  [2]
  $ LC_ALL=ja_JP.UTF-8 hakaru completion nope
  hakaru: completion の対象が 'nope' です。指定できる値: bash、zsh、fish
  [2]
  $ LC_ALL= LANG=ja_JP.UTF-8 hakaru plna
  hakaru: 'plna' は hakaru のコマンドではありません。候補: plan, page, run
  [2]
  $ LC_ALL=C LANG=ja_JP.UTF-8 hakaru plna
  hakaru: 'plna' is not a command of hakaru; nearest: plan, page, run
  [2]
  $ LC_ALL=ja_JP.UTF-8 hakaru plna --lang en
  hakaru: 'plna' is not a command of hakaru; nearest: plan, page, run
  [2]
  $ hakaru plna --lang=ja
  hakaru: 'plna' は hakaru のコマンドではありません。候補: plan, page, run
  [2]
  $ hakaru --lang fr
  hakaru: --lang is 'fr'; accepted: en, ja
  [2]
