/** Popular passwords missing in English lists: numbers that sound like Chinese sentences, and related syllables. */
export const popularPasswords: readonly string[] = [
  ...'520 521 5201314 1314 1314520 5211314 3344520 147258 147258369 258369 2580'.split(' '),
  ...'7758521 7758258 5845201314 1234qwer 123qwe qwe123 qaz123 qazwsx 1qaz 2wsx a123456'.split(' '),
  ...'woaini woaiwojia woaizhongguo wodemima mima buzhidao aini aiwo taobao weixin alipay'.split(' '),
  ...'zhang wang chen zhao huang asd123 zxc123 abc qwe asd zxc qaz wsx vpn wayfare'.split(' '),
]
