/** Signatures that stay checkable after their certificates have ended (PAdES B-LTA). */
import type { ContractSignature } from '../../../server/esign/paper/pdf';
import {
  listsNeeded,
  makeAuthority,
  makeCertificate,
  makeLasting,
  sealContract,
  signContract,
  stampFile,
  stampLasting,
  stampWanted,
  verifyFile,
} from '../../../server/esign/paper/printing';
import type { KeyedCertificate } from '../../../server/esign/seal/certificates';
import { openUpdate, streamOf } from '../../../server/esign/seal/update';
import { contract } from '../../support/contractDoc';
import { pdfsig } from '../../support/pdfSignatures';
import { png } from '../../support/png';
import { pyhanko, pyhankoNamed } from '../../support/pyhanko';
import { startTimeStampAuthority } from '../../support/timeStampAuthority';
import { verapdf, verapdfNamed } from '../../support/verapdf';

const year = 365 * 24 * 60 * 60 * 1000;
const time = Date.parse('2026-11-20T10:00:00+08:00');
const doc = contract(12);
const signature: ContractSignature = {
  ...{ name: doc.customer.name, time: '2026-11-20 10:00:00', image: png(300, 120) },
  evidence: [{ label: '网络地址', value: '203.0.113.24' }],
};

let stamps: Awaited<ReturnType<typeof startTimeStampAuthority>>;
let now = time + 5000;
let authority: KeyedCertificate;
/** Of the same name, and the issuer of nothing in the file. */
let former: KeyedCertificate;
let stamped: Buffer;
let lasting: Buffer;
const nonce = Buffer.alloc(8, 9);
beforeAll(async () => {
  stamps = await startTimeStampAuthority('测试时间戳机构', () => new Date(now), { isChained: true });
  const validity = { from: time - 1000, until: time + 30 * year };
  authority = await makeAuthority({ subject: { name: '测试证书机构' }, validity });
  former = await makeAuthority({ subject: { name: '测试证书机构' }, validity });
  const signer = await makeCertificate({
    authority,
    subject: { name: doc.provider.name },
    validity: { from: time - 1000, until: time + 3 * year },
  });
  const offered = await sealContract({ doc, signer, authority: authority.certificate, time, hasStamp: true });
  const sealed = await stampFile(offered, stamps.answerTo((await stampWanted({ file: offered, nonce }))!));
  const signed = await signContract({ file: sealed, doc, signature, authority, time, nonce });
  stamped = await stampFile(signed.bytes, stamps.answerTo(signed.request!));
  lasting = await kept(stamped);
});
afterAll(() => stamps.close());

async function kept(file: Buffer, lists = stamps.lists()): Promise<Buffer> {
  const { bytes, request } = await makeLasting({
    file,
    lists,
    authorities: [former, authority],
    time: time + 5000,
    nonce,
  });
  return stampLasting(bytes, stamps.answerTo(request));
}
function judged(file: Buffer) {
  return verifyFile(file, [authority.certificate]);
}
const roots = () => [authority.certificate, stamps.certificate];

it('holds a list of the authority that issued the certificates, and none of another one of its name', () => {
  const [, lists = ''] = /\/CRLs \[([^\]]*)\]/.exec(lasting.toString('latin1')) ?? [];
  expect(lists.match(/\d+ 0 R/g)).toHaveLength(stamps.lists().length + 1);
});

it('needs the lists of revoked certificates of those who issued the time stamp’s', async () => {
  expect((await listsNeeded(stamped)).flat().sort()).toEqual(stamps.listAddresses().sort());
});

it(`are accepted by ${pyhankoNamed} after their certificates have ended, and would not be without what keeps it`, () => {
  now = time + 12 * year;
  const moment = now;
  const lists = stamps.lists();
  now = time + 5000;
  const [with_, without] = pyhanko([lasting, stamped], { roots: roots(), moment, isLasting: true, lists }) ?? [];
  if (!with_) return;
  const sound = { isIntact: true, isPermitted: true };
  expect(with_).toEqual([
    { field: 'provider', ...sound, changes: 'FORM_FILLING', isAccepted: true, error: null },
    { field: 'customer', ...sound, changes: 'LTA_UPDATES', isAccepted: true, error: null },
  ]);
  expect(without!.map(({ isAccepted }) => isAccepted)).toEqual([false, false]);
});

it('are valid to pdfsig, and intact to the verification, which names the time stamp over the file', async () => {
  // It does not judge time stamps over files.
  const parties = pdfsig(lasting)?.filter((one) => one.includes('ETSI.CAdES.detached'));
  if (parties) {
    expect(parties).toHaveLength(2);
    for (const one of parties) expect(one).toContain('Signature is Valid.');
  }
  expect(lasting.subarray(0, stamped.length).equals(stamped)).toBe(true);
  expect(await judged(lasting)).toMatchObject({
    verdict: 'intact',
    signatures: [
      { fault: null, isOurs: true },
      { fault: null, isOurs: true },
    ],
    lasting: { isValid: true, time: time + 5000, authority: '测试时间戳机构' },
  });
});

it(`is PDF/A-2b to ${verapdfNamed}`, () => {
  const broken = verapdf({ lasting });
  if (broken) expect(broken).toEqual({ lasting: [] });
});

it('can be kept again, by a later time stamp', async () => {
  const twice = await kept(lasting);
  expect(await judged(twice)).toMatchObject({ verdict: 'intact', lasting: { isValid: true } });
});

it('is told when anything else follows the signatures', async () => {
  expect((await judged(Buffer.concat([lasting, Buffer.from('\n')]))).verdict).toBe('appended');
  const changed = Buffer.from(lasting);
  const at = lasting.indexOf('/Type /DSS');
  changed[at + 7] = 0x58;
  expect((await judged(changed)).verdict).toBe('altered');
  // A page that changes together with the store.
  const update = openUpdate(stamped);
  const page = update.pages[0]!;
  const content = update.add(streamOf('', Buffer.from('q Q')));
  update.put(page, update.object(page).replace(/\/Contents \d+ 0 R/, `/Contents ${content} 0 R`));
  const forged = await kept(update.finish().bytes.subarray());
  expect((await judged(forged)).verdict).toBe('altered');
  // A time stamp that shows something on the page.
  const { bytes } = await makeLasting({ file: stamped, lists: stamps.lists(), authorities: [authority], time, nonce });
  const text = bytes.toString('latin1');
  const rect = text.lastIndexOf('/Rect [0 0 0 0]');
  const shown = Buffer.from(bytes);
  shown.write('/Rect [0 0 9 9]', rect, 'latin1');
  expect((await judged(shown)).verdict).toBe('altered');
});

it('is refused with lists that do not hold: of others, broken, or of a revoked certificate', async () => {
  await expect(kept(stamped, [Buffer.from('<html>')])).rejects.toThrow('no list of revoked certificates');
  const other = await startTimeStampAuthority('别的机构', () => new Date(time), { isChained: true });
  try {
    await expect(kept(stamped, other.lists())).rejects.toThrow('of another issuer');
  } finally {
    await other.close();
  }
  stamps.state.isRevoked = true;
  try {
    await expect(kept(stamped)).rejects.toThrow('was revoked');
  } finally {
    stamps.state.isRevoked = false;
  }
});
