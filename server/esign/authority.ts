/** The installation's certificate authority, and the certificates that tenants seal contracts with. */
import { dateTime, instantOf } from '../../contract/domain/calendar';
import type { Context, Deps } from '../kernel/context';
import type { Trx } from '../kernel/database';
import { refuse } from '../kernel/errors';
import { type Asking, askingOf } from '../kernel/paper/thread';
import { makeAuthority, makeCertificate } from './paper/printing';
import type { KeyedCertificate } from './seal/certificates';

const day = 24 * 60 * 60 * 1000;
const year = 365.25 * day;
/** An authority outlives the customers' certificates that it issues; a seal is renewed before it ends. */
const authorityYears = 30;
const leastAuthorityYears = 12;
const sealYears = 3;
const renewDays = 30;
/** Certificates are valid from a little before they are made: clocks of readers differ. */
const earlier = 5 * 60 * 1000;

/** When something was made, and until when it is valid, ms since 1970. */
interface Kept {
  at: number;
  until: number;
}

/** Makes the authority at the first start, and another one before it could not outlive what it issues. As the owner of
 *  the tables, who alone writes them. */
export async function ensureAuthority(deps: Pick<Deps, 'now' | 'newId' | 'secrets'>, trx: Trx): Promise<void> {
  const now = deps.now();
  const lasting = await trx
    .selectFrom('sign_authority')
    .select('id')
    .where('until_time', '>', dateTime(now + leastAuthorityYears * year))
    .limit(1)
    .executeTakeFirst();
  if (lasting) return;
  const validity = { from: now - earlier, until: now + authorityYears * year };
  const made = await makeAuthority({
    subject: { name: 'LeaseDesk 本地签章证书机构', organisation: 'LeaseDesk' },
    validity,
  });
  await keepAuthority(deps, trx, made, { at: now, until: validity.until });
}

/** Stores an authority. The one that was made last issues certificates. Answers its id. */
export async function keepAuthority(
  { newId, secrets }: Pick<Deps, 'newId' | 'secrets'>,
  trx: Trx,
  { certificate, key }: KeyedCertificate,
  { at, until }: Kept,
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('sign_authority')
    .values({
      id,
      certificate,
      private_key: secrets.seal(key),
      until_time: dateTime(until),
      create_time: dateTime(at),
    })
    .execute();
  return id;
}

function newestAuthority(trx: Trx) {
  return trx
    .selectFrom('sign_authority')
    .selectAll()
    .orderBy('create_time', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

interface Authority extends KeyedCertificate {
  id: string;
}
/** The authority that issues certificates now. */
export async function authorityOf({ trx, deps }: Pick<Context, 'trx' | 'deps'>): Promise<Authority> {
  const held = (await newestAuthority(trx)) ?? refuse('contract.noAuthority');
  return { id: held.id, certificate: held.certificate, key: deps.secrets.unseal(held.private_key) };
}

/** All authorities that this installation has had, with their keys. */
export async function keyedAuthoritiesOf({ trx, deps }: Pick<Context, 'trx' | 'deps'>): Promise<KeyedCertificate[]> {
  const rows = await trx.selectFrom('sign_authority').select(['certificate', 'private_key']).orderBy('id').execute();
  return rows.map(({ certificate, private_key }) => ({ certificate, key: deps.secrets.unseal(private_key) }));
}

/** The certificates of all authorities that this installation has had. */
export async function authoritiesOf({ trx }: Pick<Context, 'trx'>): Promise<string[]> {
  const rows = await trx.selectFrom('sign_authority').select('certificate').orderBy('id').execute();
  return rows.map(({ certificate }) => certificate);
}

/** What the company seals with: its certificate in this name, made when there is none or its end is near. */
export async function sealOf(cx: Context, name: string): Promise<{ signer: KeyedCertificate; authority: string }> {
  const authority = await authorityOf(cx);
  const now = cx.deps.now();
  const find = () =>
    cx.trx
      .selectFrom('sign_certificate')
      .selectAll()
      .where('tenant_id', '=', cx.tenantId)
      .where('name', '=', name)
      .where('authority_id', '=', authority.id)
      .where('until_time', '>', dateTime(now + renewDays * day))
      .orderBy('until_time', 'desc')
      .limit(1)
      .executeTakeFirst();
  let held = await find();
  if (!held) {
    await cx.exclusive('seal'); // two first contracts at once share one certificate
    held = await find();
  }
  if (held)
    return {
      signer: { certificate: held.certificate, key: cx.deps.secrets.unseal(held.private_key) },
      authority: authority.certificate,
    };
  const at = instantOf(cx.time); // not later than the contract that it seals
  const made = await makeSeal(authority, { name, tenantId: cx.tenantId, at }, askingOf(cx));
  await keepSeal(cx, authority.id, made);
  return { signer: made.signer, authority: authority.certificate };
}

/** A company's certificate for its seal, with the moments of its row. */
export interface MadeSeal extends Kept {
  name: string;
  signer: KeyedCertificate;
}
export async function makeSeal(
  authority: KeyedCertificate,
  { name, tenantId, at }: { name: string; tenantId: string; at: number },
  asking?: Asking,
): Promise<MadeSeal> {
  const until = at + sealYears * year;
  const subject = { name, unit: tenantId };
  const signer = await makeCertificate({ authority, subject, validity: { from: at - earlier, until } }, asking);
  return { name, signer, at, until };
}
export async function keepSeal(
  { deps, trx, tenantId }: Pick<Context, 'deps' | 'trx' | 'tenantId'>,
  authorityId: string,
  { name, signer, at, until }: MadeSeal,
): Promise<void> {
  await trx
    .insertInto('sign_certificate')
    .values({
      id: deps.newId(),
      tenant_id: tenantId,
      authority_id: authorityId,
      name,
      certificate: signer.certificate,
      private_key: deps.secrets.seal(signer.key),
      until_time: dateTime(until),
      create_time: dateTime(at),
    })
    .execute();
}

interface SealTime {
  name: string;
  from: string;
  until: string;
}
const known = new WeakMap<Context, Promise<SealTime[]>>();
/** The end of the certificate that a company sealed with at a moment; undefined where it had none. */
export async function sealEndOf(cx: Context, name: string, time: string): Promise<string | undefined> {
  const query =
    known.get(cx) ??
    cx.trx
      .selectFrom('sign_certificate')
      .select(['name', 'create_time as from', 'until_time as until'])
      .where('tenant_id', '=', cx.tenantId)
      .orderBy('create_time', 'desc')
      .execute();
  known.set(cx, query);
  return (await query).find((one) => one.name === name && one.from <= time)?.until;
}
