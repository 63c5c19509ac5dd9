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

let authority: KeyedCertificate;
let sealed: Buffer;
let signed: Buffer;
function sign(file: Buffer): Promise<Buffer> {
  return signContract({ file, doc, signature, authority, time }).then(({ bytes }) => bytes);
}
beforeAll(async () => {
  const validity = { from: time - 1000, until: time + 30 * year };
  authority = await makeAuthority({ subject: { name: '测试证书机构' }, validity });
  const signer = await makeCertificate({ authority, subject: { name: doc.provider.name }, validity });
  sealed = await sealContract({ doc, signer, authority: authority.certificate, time });
  signed = await sign(sealed);
});

/** Every file that was judged, for the verifier of others. */
const attacked: { name: string; file: Buffer }[] = [];
async function judged(name: string, file: Buffer) {
  attacked.push({ name, file });
  const { verdict, signatures } = await verifyFile(file, [authority.certificate]);
  return { verdict, faults: signatures.map(({ fault }) => fault) };
}

describe("between the company's seal and a signature of the customer that the installation makes", () => {
  // The installation signs no form that is not its own.
  const unsigned = 'a visible signature field is added over a page';
  it(unsigned, async () => {
    await expect(sign(revisions[unsigned]!(sealed))).rejects.toThrow('the file has no place for a signature');
  });

  it.each(Object.keys(revisions).filter((name) => name !== unsigned))('%s', async (name) => {
    const file = await sign(revisions[name]!(sealed));
    expect(await judged(`between: ${name}`, file)).toEqual({ verdict: 'altered', faults: ['revision', null] });
  });
});

describe("between the company's seal and a signature of somebody else in the customer's place", () => {
  it.each(Object.keys(revisions))('%s', async (name) => {
    const file = hijacked(sealed, revisions[name]!);
    expect(await judged(`foreign: ${name}`, file)).toEqual({ verdict: 'altered', faults: ['revision', null] });
  });
});

describe('after both have signed', () => {
  it.each(Object.keys(additions))('%s', async (name) => {
    const file = additions[name]!(signed);
    expect(await judged(`after: ${name}`, file)).toEqual({ verdict: 'appended', faults: [null, null] });
  });

  it('the form loses its signatures', async () => {
    expect((await judged('after: no form', withoutForm(signed))).verdict).toBe('appended');
  });

  it.each(Object.keys(additions))('%s, and signed by somebody else', async (name) => {
    const file = signedOver(signed, additions[name]!);
    expect(await judged(`signed over: ${name}`, file)).toEqual({
      verdict: 'altered',
      faults: ['revision', 'revision', null],
    });
  });
});

describe('forged signatures', () => {
  it.each(Object.keys(forgeries))('%s', async (name) => {
    const { verdict } = await judged(`forged: ${name}`, forgeries[name]!(signed));
    expect(['altered', 'appended']).toContain(verdict);
  });
});

describe('files that others signed', () => {
  let paper: Buffer;
  beforeAll(async () => {
    paper = await renderContract(doc);
  });

  it('show an object that was named before it was there', async () => {
    expect(await judged('others: an object that the first signature had no bytes of', shadowNamed(paper))).toEqual({
      verdict: 'altered',
      faults: ['revision', null],
    });
  });

  it('may have two signatures, the second in a field of its own', async () => {
    for (const file of [signedTwice(paper), signedBeside(paper)]) {
      const { verdict, signatures } = await verifyFile(file, [authority.certificate]);
      expect([verdict, signatures.map(({ fault }) => fault)]).toEqual(['foreign', [null, null]]);
    }
  });
});

describe("a copy without the customer's revision", () => {
  it('is told from a whole one', async () => {
    expect(await judged('cut: the last revision is removed', signed.subarray(0, sealed.length))).toEqual({
      verdict: 'unfinished',
      faults: [null],
    });
    expect((await judged('cut: the last bytes are removed', signed.subarray(0, signed.length - 100))).verdict).toBe(
      'altered',
    );
    attacked.splice(-2, 1); // to a verifier of others the sealed file is whole
  });
});

describe('the same attacks', () => {
  it(`are found by ${pyhankoNamed}`, () => {
    const told = pyhanko(
      attacked.map(({ file }) => file),
      { roots: signaturesOf(signed).map((one) => one.authority.raw.toString('base64')), moment: time },
    );
    const isWhole = (i: number) => {
      const found = told![i]!;
      return found.length >= 2 && found.every((one) => one.isAccepted) && found.at(-1)!.coverage === 'ENTIRE_FILE';
    };
    expect(attacked.length).toBeGreaterThan(50);
    // It lets a form ask readers for appearances of their own; a contract of this installation never does.
    const lenient = 'between: the form asks readers for other appearances';
    if (told) expect(attacked.filter((_, i) => isWhole(i)).map(({ name }) => name)).toEqual([lenient]);
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
