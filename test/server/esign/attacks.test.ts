/** Published attacks on signed files: the verification finds each, and a verifier of others agrees. */
import { type ContractSignature, renderContract } from '../../../server/esign/paper/pdf';
import {
  makeAuthority,
  makeCertificate,
  sealContract,
  signContract,
  verifyFile,
} from '../../../server/esign/paper/printing';
import type { KeyedCertificate } from '../../../server/esign/seal/certificates';
import { contract } from '../../support/contractDoc';
import { formerContract } from '../../support/formerContract';
import {
  additions,
  forgeries,
  hijacked,
  revisions,
  shadowNamed,
  signedBeside,
  signedOver,
  signedTwice,
  withoutForm,
  withStore,
} from '../../support/pdfAttacks';
import { signaturesOf } from '../../support/pdfSignatures';
import { pyhanko, pyhankoNamed } from '../../support/pyhanko';

const year = 365 * 24 * 60 * 60 * 1000;
const time = Date.parse('2026-11-20T10:00:00+08:00');
const doc = contract(3);
const signature: ContractSignature = {
  name: doc.customer.name,
  time: '2026-11-20 10:00:00',
  evidence: [{ label: '网络地址', value: '203.0.113.24' }],
};

const unsigned = 'a visible signature field is added over a page';

let authority: KeyedCertificate;
let sealed: Buffer;
let signed: Buffer;
/** Without signatures. */
let paper: Buffer;
function sign(file: Buffer): Promise<Buffer> {
  return signContract({ file, doc, signature, authority, time }).then(({ bytes }) => bytes);
}
beforeAll(async () => {
  const validity = { from: time - 1000, until: time + 30 * year };
  authority = await makeAuthority({ subject: { name: '测试证书机构' }, validity });
  const signer = await makeCertificate({ authority, subject: { name: doc.provider.name }, validity });
  sealed = await sealContract({ doc, signer, authority: authority.certificate, time, hasStamp: false });
  signed = await sign(sealed);
  paper = await renderContract(doc);
});

/** Files that were attacked, by name; each is made once. */
const attacks: Record<string, () => Promise<Buffer> | Buffer> = {};
const made = new Map<string, Promise<Buffer>>();
function fileOf(name: string): Promise<Buffer> {
  const held = made.get(name) ?? Promise.resolve(attacks[name]!());
  made.set(name, held);
  return held;
}
async function judged(name: string) {
  const { verdict, signatures } = await verifyFile(await fileOf(name), [authority.certificate]);
  return { verdict, faults: signatures.map(({ fault }) => fault) };
}
/** Names the attacks of a table, so that each is a test and a question to a verifier of others. */
function named(
  when: string,
  table: typeof revisions,
  attack: (work: (file: Buffer) => Buffer) => Promise<Buffer> | Buffer,
) {
  return Object.entries(table).map(([title, work]) => {
    const name = `${when}: ${title}`;
    attacks[name] = () => attack(work);
    return name;
  });
}

// The installation signs no form that is not its own.
const { [unsigned]: withField, ...signable } = revisions;

describe("between the company's seal and the customer's signature", () => {
  it.each([
    ...named('signed by the installation', signable, (work) => sign(work(sealed))),
    ...named('signed by someone else', revisions, (work) => hijacked(sealed, work)),
  ])('%s', async (name) => {
    expect(await judged(name)).toEqual({ verdict: 'altered', faults: ['revision', null] });
  });

  it(unsigned, async () => {
    await expect(sign(withField!(sealed))).rejects.toThrow('the file has no place for a signature');
  });
});

describe('after both have signed', () => {
  it.each(named('not signed', additions, (work) => work(signed)))('%s', async (name) => {
    expect(await judged(name)).toEqual({ verdict: 'appended', faults: [null, null] });
  });

  it.each(named('not signed', { 'the form loses its signatures': withoutForm }, (work) => work(signed)))(
    '%s',
    async (name) => expect((await judged(name)).verdict).toBe('appended'),
  );

  it.each(named('signed over', additions, (work) => signedOver(signed, work)))('%s', async (name) => {
    expect(await judged(name)).toEqual({ verdict: 'altered', faults: ['revision', 'revision', null] });
  });
});

describe('forged signatures', () => {
  it.each(named('forged', forgeries, (work) => work(signed)))('%s', async (name) => {
    expect(['altered', 'appended']).toContain((await judged(name)).verdict);
  });
});

describe('files that others signed', () => {
  it.each(
    named('others', { 'an object that the first signature had no bytes of': shadowNamed }, (work) => work(paper)),
  )('%s', async (name) => expect(await judged(name)).toEqual({ verdict: 'altered', faults: ['revision', null] }));

  it('may have two signatures, the second in a field of its own', async () => {
    for (const file of [signedTwice(paper), signedBeside(paper)]) {
      const { verdict, signatures } = await verifyFile(file, [authority.certificate]);
      expect([verdict, signatures.map(({ fault }) => fault)]).toEqual(['foreign', [null, null]]);
    }
  });
});

describe("a copy without the customer's revision", () => {
  it('is told from a whole one', async () => {
    const { verdict, signatures } = await verifyFile(signed.subarray(0, sealed.length), [authority.certificate]);
    expect([verdict, signatures.length]).toEqual(['unfinished', 1]);
    const cut = await verifyFile(signed.subarray(0, signed.length - 100), [authority.certificate]);
    expect(cut.verdict).toBe('altered');
  });
});

describe('the same attacks', () => {
  it(`are found by ${pyhankoNamed}`, async () => {
    const names = Object.keys(attacks);
    expect(names.length).toBeGreaterThan(50);
    const told = pyhanko(await Promise.all(names.map(fileOf)), {
      roots: signaturesOf(signed).map((one) => one.authority.raw.toString('base64')),
      moment: time,
    });
    const isTaken = (i: number) => {
      const found = told![i]!;
      return found.length >= 2 && found.every((one) => one.isAccepted) && found.at(-1)!.coverage === 'ENTIRE_FILE';
    };
    // It lets a form ask readers for appearances of their own; a contract of this installation never does.
    const lenient = 'signed by the installation: the form asks readers for other appearances';
    if (told) expect(names.filter((_, i) => isTaken(i))).toEqual([lenient]);
  });
});

describe('what is no attack', () => {
  it('is taken: what checks signatures later may follow the seal, and a contract that a former version signed', async () => {
    const stored = await sign(withStore(sealed));
    const { verdict } = await verifyFile(stored, [authority.certificate]);
    expect(verdict).toBe('intact');
    const roots = [authority.certificate];
    for (const one of pyhanko([stored], { roots, moment: time })?.[0] ?? []) expect(one.isAccepted).toBe(true);
    const former = formerContract();
    expect((await verifyFile(former.file, [former.authority])).verdict).toBe('intact');
  });
});
