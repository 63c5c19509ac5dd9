/** Rules for a new password: checked where it is typed, and again by the server. */

/** Shorter passwords are too easily guessed. */
export const leastPasswordLength = 8;
/** Character classes (lower case, upper case, digits, other) a password needs at least. */
const leastKinds = 2;

/** Refusal codes of the faults. */
const faults = ['password.short', 'password.simple', 'password.common'] as const;
export type PasswordFault = (typeof faults)[number];
export function isPasswordFault(password: string): password is PasswordFault {
  return (faults as readonly string[]).includes(password);
}

/** Digits, keyboard rows and names that lead every list of stolen passwords; lower case. */
const known =
  '000000 00000000 0123456789 1111 11111 111111 1111111 11111111 111222 112233 11223344 121212 123 123123 123123123 ' +
  '123321 1234 12341234 12344321 12345 123456 1234567 12345678 123456789 1234567890 1234qwer 123654 123654789 ' +
  '123698745 123abc 123qwe 123qweasd 123qweasdzxc 131313 131452 1314520 13145200 147258 147258369 147852369 ' +
  '159357 159753 163.com 168168 1a2b3c 1a2b3c4d 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx ' +
  '1qazxsw2 222222 22222222 252525 258369 314159 321321 333333 333666 333666999 369369 456456 456789 5201314 ' +
  '520520 520131400 521521 52013141 555555 55555555 584520 654321 66666666 666666 666888 696969 7654321 7758258 ' +
  '7758521 77777777 777777 777888 789456 789456123 789789 852456 87654321 88888888 888888 888999 963852741 ' +
  '987654 987654321 9876543210 99999999 999999 5845201314 a123123 a12345 a123456 a1234567 a12345678 a123456789 ' +
  'a1b2c3 a1b2c3d4 aa123456 aaa111 aaaaaa aaaaaaaa abc abcabc abcdef abcdefg abcdefgh abcd asdasd asdf asdfasdf ' +
  'asdfgh asdfghjk asdfghjkl as123456 asd123 asd123456 asdqwe123 azerty baobao charlie cheese computer dragon ' +
  'football freedom fuckyou google hello hunter hunter2 iloveyou internet killer lovely master michael mima mm123456 ' +
  'monkey mustang newpass nihao ninja passpass pass passw0rd p@ssw0rd p@ssword p@55w0rd princess q123456 q1w2e3 ' +
  'q1w2e3r4 q1w2e3r4t5 qazwsx qazwsx123 qazwsxedc qaz123 qq123456 qqqqqq qqww1122 qwe qweasd qweasdzxc qweqwe ' +
  'qwer qwertyui qwertyuiop qwerty1 s123456 samsung secret shadow soccer sunshine superman trustno1 w123456 ' +
  'wang123456 whatever wo123456 woaini woaini1314 woaini520 woaini521 woainima wodemima xiaoming xxxxxx yang123 ' +
  'z123456 z123456789 zaq12wsx zaq1zaq1 zhang123 zhangwei zxc zxcvb zxcvbn zxcvbnm zxcasdqwe zz123456 zzzzzz';
/** Common words that people append digits to: of the trade, of the product and its family, of accounts. */
const bases =
  'abc abcd admin admin888 administrator asdf bladex changeme company default demo finance guest hello houtai lease ' +
  'leasedesk leasing letmein login manager mima nihao office pass password p@ssw0rd passw0rd qwer qwerty qwe qazwsx ' +
  'rongzi rongzizulin root saber springblade super sys system temp test test1 user welcome woaini xitong zulin zxcv';
const tails = (
  ' 0 00 000 1 11 111 12 123 1234 12345 123456 1234567 12345678 123456789 1! 123! 1234! 123. 321 520 521 666 888 ' +
  '8888 999 1314 1qaz 2020 2021 2022 2023 2024 2025 2026 2027 @1 @12 @123 @1234 @12345 @123456 @2024 @2025 @2026 ' +
  '#123 #1234 _123 -123 .123 ! !! @ # abc qwe'
).split(' ');

function withTails(password: string): string[] {
  return tails.map((tail) => password + tail);
}
let held: ReadonlySet<string> | undefined;
/** Made when the first password is judged: it takes a tenth of a megabyte. */
function common(): ReadonlySet<string> {
  held ??= new Set(['', ...known.split(' '), ...bases.split(' ').flatMap(withTails)]);
  return held;
}

/** Spellings in which a common word is used. */
function writings(password: string): string[] {
  return [password, password.slice(0, 1).toUpperCase() + password.slice(1), password.toUpperCase()];
}

/** All common passwords in their usual spellings, to be compared by digest. */
export function commonPasswords(): string[] {
  return [...new Set([...common()].flatMap(writings))];
}
/** Passwords derived from the account's name. */
export function passwordsOfAccount(account: string): string[] {
  return [
    ...new Set(
      [account, account.toLowerCase(), [...account].reverse().join('')].flatMap((name) =>
        withTails(name).flatMap(writings),
      ),
    ),
  ];
}

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/];

/** What is wrong with a new password of an account; undefined when it may be used. */
export function judgeNewPassword(password: string, account: string): PasswordFault | undefined {
  if ([...password].length < leastPasswordLength) return 'password.short';
  const small = password.toLowerCase();
  const isOfAccount = account !== '' && passwordsOfAccount(account).some((guess) => guess.toLowerCase() === small);
  if (common().has(small) || isOfAccount) return 'password.common';
  return kinds.filter((kind) => kind.test(password)).length < leastKinds ? 'password.simple' : undefined;
}

/**
 * What is wrong with the passwords of a draft, by field. For the form: encrypted passwords can no longer be checked.
 */
export function judgePasswords(
  fields: Readonly<Record<string, { passwordOf?: string }>>,
  draft: Readonly<Record<string, unknown>>,
): Record<string, PasswordFault> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { passwordOf }]): [string, PasswordFault][] => {
      const password = passwordOf === undefined ? '' : (draft[name] ?? '');
      if (password === '') return [];
      const fault = judgeNewPassword(String(password), String(draft[passwordOf!] ?? '').trim());
      return fault ? [[name, fault]] : [];
    }),
  );
}
