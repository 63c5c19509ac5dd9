/** How docs/api.md begins: a first order by curl, what the types mean, and how a refusal looks. A test runs the commands. */

import { type RefusalCode, refusals, statusOf } from '../../contract/wire/refusals';

/** The commands; `LEASEDESK`, `ACCOUNT` and `PASSWORD` say where, as whom and by what. */
export const firstOrder = `\
field() { node -pe "JSON.parse(require('fs').readFileSync(0, 'utf8')).$1"; }

# Sign in: the public client, the tenant, and the password as its md5 in hex.
digest=$(printf %s "$PASSWORD" | openssl md5 -r | cut -c1-32)
token=$(curl -s "$LEASEDESK/api/blade-auth/oauth/token" -u saber:saber_secret -H 'Tenant-Id: 000000' \\
  --data-urlencode grant_type=password --data-urlencode "username=$ACCOUNT" --data-urlencode "password=$digest" \\
  | field access_token)

call() { curl -s -H "Blade-Auth: bearer $token" -H 'Accept-Language: en' "$@"; }

# The first product that can be ordered, and the first customer.
product=$(call "$LEASEDESK/api/blade-product/product/page?status=1&size=1" | field 'data.records[0].id')
customer=$(call "$LEASEDESK/api/blade-customer/customer/list?size=1" | field 'data.records[0].id')

# An order. The key lets it be sent again after a lost answer: it is made once.
call "$LEASEDESK/api/blade-order/order/submit" -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: $(openssl rand -hex 16)" \\
  -d "{\\"customerId\\": \\"$customer\\", \\"productId\\": \\"$product\\", \\"totalAmount\\": \\"100000.00\\"}"
`;

const account = `With the demo portfolio and the password that you chose at the first sign-in:`;

export const beginning = [
  '## A first call',
  '',
  account,
  '',
  '```sh',
  'LEASEDESK=http://127.0.0.1:8790 ACCOUNT=admin PASSWORD=…',
  firstOrder.trimEnd(),
  '```',
  '',
  'The answer of the sign-in says how long the token lasts (`expires_in`, in seconds); `grant_type=refresh_token` with',
  '`refresh_token` gets the next pair.',
  '',
  '## What is sent and answered',
  '',
  '- **An answer** is `{ code, success, data, msg }`; the tables below say what `data` is. Sign-in answers without it.',
  '- **Ids** are decimal strings, **amounts** strings in yuan with two decimals (`"100000.00"`), **days** `2026-11-28`,',
  '  **moments** `2026-11-28 09:30:00` in the time of Shanghai.',
  '- **`Page<T>`** is one page of a list: `{ records: T[], total, size, current, pages }`; `current` counts from 1, `ascs` and',
  '  `descs` name fields to sort by. `field_ge` and `field_le` are the ends of a range; a day as an end of a range of',
  '  moments is the whole day.',
  '- **A name with a capital letter** (`Order`, `Customer`) is a record with the fields of that module: the whole document has',
  '  every one of them under `components.schemas`. `T[]` is a list, `1 | 2` one of these values.',
  '- **Submit** adds a record, or changes the one whose `id` is sent; `version`, where the record has one, must be the one',
  '  that was read.',
  '',
  '## Refusals',
  '',
  'What is refused has a status from 400 on and `success: false`; `reason` is a code to act on, `msg` a sentence in the language',
  'of `Accept-Language`, and `problems` names what is wrong field by field. After no answer, and after a',
  '503, the same call with the same `Idempotency-Key` may be sent again.',
  '',
  '| status | what it means |',
  '| --- | --- |',
  '| 400 | what was sent is not valid, or a rule of the business says no |',
  '| 401 | no session, or one that has ended: sign in again |',
  '| 403 | a right, a data scope or a second person stands against it |',
  '| 404 | there is no such record, or none that may be seen |',
  '| 409 | something has changed since it was read: read again, decide again |',
  '| 429 | too many or too fast: later |',
  '| 503 | busy, or not ready: after the seconds of `Retry-After` |',
  '',
  'Every code stands under [reasons](#reasons).',
];

/** The catalogue of refusals, at the end of the page. */
export function reasons(): string[] {
  const codes = Object.keys(refusals) as RefusalCode[];
  return [
    '## Reasons',
    '',
    '| reason | status | sentence |',
    '| --- | --- | --- |',
    ...codes
      .sort()
      .map((code) => `| \`${code}\` | ${statusOf[code] ?? 400} | ${refusals[code][1].replaceAll('|', '\\|')} |`),
    '',
  ];
}
