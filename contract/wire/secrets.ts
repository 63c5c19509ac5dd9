import { declaredNumbers, declaredSecrets, namedSecrets, secretHolders } from '../schema/declaredSecrets';
import { isSecretCode, secretMask } from '../schema/secretCodes';

/** Secrets that no module declares as a field: what signs a person in and what proves a caller. */
const secretNames = new Set([
  'password',
  'oldPassword',
  'newPassword',
  'newPassword1',
  'password2',
  'smsCode',
  'testCode',
  'accessToken',
  'refreshToken',
  'access_token',
  'refresh_token',
  'clientSecret',
  'token',
  'authorization',
  'Authorization',
  'Blade-Auth',
  'idTail',
  'idNo',
  'signature',
  'pass',
  'ticket',
  'Sign-Ticket',
  'testCode',
  'verifier',
  'proof',
  'oneTimeWord',
]);

export function isSecretName(name: string): boolean {
  return secretNames.has(name) || declaredSecrets.has(name);
}
/**
 * Whether a member is secret by what another one names: the payload that sets a field of a form, as
 * `{ name: 'password', value: 'x' }`, or a record that holds a secret under its code.
 */
export function isNamedSecret(held: object, name: string, isNamed = isSecretName): boolean {
  const by = namedSecrets.get(name);
  const named = by && (held as Record<string, unknown>)[by];
  return typeof named === 'string' && (isNamed(named) || (name !== 'value' && isSecretCode(named)));
}

/** A member with another word for each secret that its text holds by name, also in the payload that sets such a field. */
export function withHeldSecrets(of: object, name: string, instead: (secret: string) => string): unknown {
  const { [name]: held, name: named } = of as Record<string, unknown>;
  const replace = secretHolders.get(name === 'value' ? String(named) : name);
  return replace && typeof held === 'string' ? replace(held, instead) : held;
}

/** A signing link proves its holder: what follows these prefixes in an address is as secret as a password. The page at
 *  the counter and the steps of signing are fixed words of our own. */
export const ticketInAddress =
  /(\/(?:lease-)?sign\/)(?!(?:counter|summary|code|identify|read|sign|refuse)(?![\w.%-]))[\w.%-]+/g;

/** A person and their password before the host of an address, also while it is typed and has no host yet. */
export const passwordInAddress = /(:\/\/[^\s/@:"'[]{0,100}:)(?!\d{1,5}(?:$|[?#,;]))([^\s/@"']{1,200})(?=@|$)/g;

/** A secret in what is asked of an address, by its name: people type such addresses, and refusals say them back. An address
 *  within another is encoded, once for each that it is in. */
export const secretInQuery =
  /((?:[?&;]|%(?:25)*(?:3F|26|3B))[\w.-]{0,40}?(?:passw(?:or)?d|pwd|secret|token|(?:api|access|secret)[-_]?key)(?:=|%(?:25)*3D))((?:(?!%(?:25)*(?:26|3B|23))[^\s&;#"']){1,200})/gi;

/** What a provider of sign-in sends back opens a session until it is used: it stands beside a state, in either order. */
export const codeInAddress =
  /((?<=[?&]state=[^#\s"']{0,2000})&code=|[?&]code=(?=[^&#\s"']{1,2000}&(?:[^#\s"']{0,2000}&)?state=))([^&#\s"']{1,2000})/g;
/** The same where it is sent to the call that opens sessions. */
export function isProviderCode(held: object, name: string): boolean {
  return name === 'code' && Object.hasOwn(held, 'grant_type');
}

/** What looks like a secret in running text: a bearer value, a signed token, `password=…` and the like. */
const secretInText: readonly [RegExp, string][] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '***'],
  [/\b(bearer|basic)\s+[\w.+/=~-]+/gi, '$1 ***'],
  [/\b(\w*(?:password|token|secret|proof|verifier|ticket))(["']?\s*[=:]\s*["']?)[^\s"'&,;)}\]]+/gi, '$1$2***'],
];

/** Running text (a message, a stack) with what looks like a secret replaced. */
export function withoutSecrets(text: string): string {
  return secretInText.reduce((left, [pattern, instead]) => left.replace(pattern, instead), masked(text));
}

/** The key of a number may also hold a text: a problem of it, or the name of an account. */
function isNumber(held: object, name: string): boolean {
  const named = held as Record<string, unknown>;
  const isDeclared = declaredNumbers.has(name === 'value' ? String(named.name ?? named.key) : name);
  return isDeclared && /\d( ?\d){7}/.test(String(named[name]));
}

/** A deep copy of plain data with every secret replaced. Shared parts that hold none are returned as they are. */
export function masked<T>(value: T): T {
  if (typeof value === 'string')
    return [ticketInAddress, passwordInAddress, secretInQuery, codeInAddress].reduce<string>(
      (left, pattern) => left.replace(pattern, `$1${secretMask}`),
      value,
    ) as T;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const copy = value.map(masked);
    return copy.some((held, index) => held !== value[index]) ? (copy as T) : value;
  }
  let isSame = true;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, held]) => {
      const isSecret =
        isSecretName(name) || isProviderCode(value, name) || isNamedSecret(value, name) || isNumber(value, name);
      const shown =
        isSecret && held !== '' && held !== null && held !== undefined
          ? secretMask
          : masked(withHeldSecrets(value, name, () => secretMask));
      if (shown !== held) isSame = false;
      return [name, shown];
    }),
  );
  return isSame ? value : (copy as T);
}
