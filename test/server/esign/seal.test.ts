import { contractKinds } from '../../../contract/domain/contractKinds';
import { evidenceOf, type SignedRow, type SignWay } from '../../../server/esign/evidence';
import { type ContractSignature, renderContract } from '../../../server/esign/paper/pdf';
import {
  makeAuthority,
  makeCertificate,
  sealContract,
  signContract,
  stampFile,
  verifyFile,
} from '../../../server/esign/paper/printing';
import type { KeyedCertificate } from '../../../server/esign/seal/certificates';
import { contract } from '../../support/contractDoc';
import { contractDocs } from '../../support/contractDocs';
import { formerContract } from '../../support/formerContract';
import { pdfsig, signaturesOf } from '../../support/pdfSignatures';
import { textOf, textOfPages } from '../../support/pdfText';
import { png } from '../../support/png';
import { pyhanko, pyhankoNamed } from '../../support/pyhanko';
import { startTimeStampAuthority } from '../../support/timeStampAuthority';

const year = 365 * 24 * 60 * 60 * 1000;
const time = Date.parse('2026-11-20T10:00:00+08:00');
const doc = contract(12);
const signature: ContractSignature = {
  name: doc.customer.name,
  time: '2026-11-20 10:00:00',
  image: png(300, 120),
  evidence: [{ label: '网络地址', value: '203.0.113.24' }],
};

let authority: KeyedCertificate;
let sealed: Buffer;
let signed: Buffer;
beforeAll(async () => {
  const validity = { from: time - 1000, until: time + 30 * year };
  authority = await makeAuthority({ subject: { name: '测试证书机构' }, validity });
  const signer = await makeCertificate({ authority, subject: { name: doc.provider.name }, validity });
  sealed = await sealContract({ doc, signer, authority: authority.certificate, time, hasStamp: false });
  signed = (await signContract({ file: sealed, doc, signature, authority, time })).bytes;
});
function judged(file: Buffer) {
  return verifyFile(file, [authority.certificate]);
}

/** Fonts whose letters are in a file, each with those that its revision shows. */
function fontsIn(file: Buffer): number {
  return file.toString('latin1').match(/\/FontFile2 \d+ 0 R/g)?.length ?? 0;
}

describe('the signatures of a contract', () => {
  it('share their fonts: the seal with the pages, the signature with its evidence', () => {
    // The pages have two, and what the customer adds is in the one of texts.
    expect([fontsIn(sealed), fontsIn(signed)]).toEqual([2, 3]);
  });

  it('are valid to pdfsig, each over the whole file as it was signed', () => {
    const [seal, ...none] = pdfsig(sealed) ?? [undefined];
    expect(none).toEqual([]);
    const both = pdfsig(signed);
    if (!seal || !both) return; // said on stderr; the second reading below judges the same files
    expect(seal).toContain('Total document signed');
    expect(both).toHaveLength(2);
    for (const one of [seal, ...both]) {
      expect(one).toContain('Signature Validation: Signature is Valid.');
      expect(one).toContain('Signing Hash Algorithm: SHA-256');
      expect(one).toContain('Signature Type: ETSI.CAdES.detached');
    }
    expect(both[0]).toContain(`Signer Certificate Common Name: ${doc.provider.name}`);
    expect(both[1]).toContain(`Signer Certificate Common Name: ${doc.customer.name}`);
    expect(both[1]).toContain('serialNumber=310101********1234');
    expect(both[1]).toContain('Total document signed');
  });

  it('are valid to a second reading, and the seal is untouched by what follows it', () => {
    expect(signed.subarray(0, sealed.length).equals(sealed)).toBe(true);
    const found = signaturesOf(signed);
    expect(found).toMatchObject([
      { isValid: true, isChained: true, isBaseline: true, isTotal: false, end: sealed.length },
      { isValid: true, isChained: true, isBaseline: true, isTotal: true, hasStamp: false },
    ]);
    expect(found[0]!.certificate.issuer).toBe('CN=测试证书机构');
    expect(found[1]!.subject.split('\n').sort()).toEqual([
      `CN=${doc.customer.name}`,
      `OU=${doc.contractNumber}`,
      'serialNumber=310101********1234',
    ]);
    expect(found[0]!.certificate.publicKey.equals(found[1]!.certificate.publicKey)).toBe(false);
  });

  it('are told by the verification: who, when, by which certificate', async () => {
    const { verdict, signatures } = await judged(signed);
    expect(verdict).toBe('intact');
    expect(signatures).toMatchObject([
      { fault: null, isOurs: true, isWhole: false, reason: '甲方盖章', time, certificate: { name: doc.provider.name } },
      {
        fault: null,
        isOurs: true,
        isWhole: true,
        reason: '乙方签字',
        time,
        certificate: { name: doc.customer.name, number: '310101********1234', unit: doc.contractNumber },
        stamp: null,
      },
    ]);
    expect(signatures.map(({ certificate }) => certificate?.serial.toUpperCase())).toEqual(
      signaturesOf(signed).map(({ certificate }) => certificate.serialNumber),
    );
  });

  it('show themselves where they belong, on the pages that were offered', async () => {
    const pages = textOfPages(signed);
    const offered = textOfPages(sealed);
    expect(pages).toHaveLength(offered.length);
    expect(offered.join('')).not.toContain('未完成签署');
    expect(offered.at(-1)).toContain('签署存证');
    expect(textOf(sealed)).toContain('电子合同专用章');
    expect(textOf(sealed)).not.toContain('203.0.113.24');
    expect(pages.at(-1)).toContain('网络地址\n203.0.113.24');
    expect(pages.at(-2)).toContain('日期：2026年11月20日');
    expect(textOf(signed)).toContain('未使用经许可的电子认证服务机构（CA）颁发的证书');
    // the words of the contract itself are those of the paper that the customer reads
    const words = (text: string) => text.replace(/第\d+\/\d+页|未完成签署|电子合同专用章/g, '');
    const read = words(textOf(await renderContract(doc)));
    expect(words(textOf(sealed)).startsWith(read.slice(0, read.indexOf('甲方（盖章）')))).toBe(true);
  });
});

describe('contracts of every kind, signed either way', () => {
  const row: Omit<SignedRow, 'doc'> = {
    witness: {
      ...{ userId: '1', account: 'zhang', name: '张三', code: '10001', dept: '业务部', isAuthor: false },
      ...{ address: '203.0.113.9', time: '2026-11-20 09:50:00' },
    },
    ...{ phoneSince: '2026-11-01 09:00:00', phoneBy: '李四', idNoSince: '2026-11-01 09:00:00', idNoBy: '李四' },
    ...{ smsTime: '2026-11-20 09:30:00', codeTime: '2026-11-20 09:40:00', codeTakenTime: '2026-11-20 09:40:01' },
    ...{ identifiedTime: '2026-11-20 09:55:00', readTime: '2026-11-20 09:58:00' },
  };
  const made: { name: string; sealed: Buffer; signed: Buffer }[] = [];
  beforeAll(async () => {
    for (const [kind, type] of Object.entries(contractKinds)) {
      const [, one] = Object.entries(contractDocs).find(([, { type: its }]) => its === type)!;
      const signer = await makeCertificate({
        authority,
        subject: { name: one.provider.name },
        validity: { from: time - 1000, until: time + 30 * year },
      });
      const file = await sealContract({ doc: one, signer, authority: authority.certificate, time, hasStamp: false });
      for (const way of ['counter', 'link'] satisfies SignWay[]) {
        const signing = { way, isTest: false, time: signature.time, address: '203.0.113.24', device: 'a phone' };
        const evidence = evidenceOf({ ...row, doc: one }, signing);
        const job = { file, doc: one, signature: { ...signature, evidence }, authority, time };
        made.push({ name: `${kind} ${way}`, sealed: file, signed: (await signContract(job)).bytes });
      }
    }
    expect(made).toHaveLength(8);
  });

  it(`are accepted by ${pyhankoNamed}: the customer's signature changes nothing but the form that the company signed`, () => {
    const told = pyhanko(
      made.flatMap((one) => [one.sealed, one.signed]),
      { roots: [authority.certificate], moment: time },
    );
    const sound = { isIntact: true, isValid: true, isTrusted: true, isPermitted: true, isAccepted: true };
    const whole = { ...sound, coverage: 'ENTIRE_FILE', changes: 'NONE', hasStamp: false };
    const found = told?.map((one, i) => [`${made[i >> 1]!.name} ${i % 2 ? 'signed' : 'sealed'}`, one]);
    if (found)
      expect(found).toEqual(
        made.flatMap(({ name }) => [
          [`${name} sealed`, [{ field: 'provider', ...whole }]],
          [
            `${name} signed`,
            [
              { field: 'provider', ...whole, coverage: 'ENTIRE_REVISION', changes: 'FORM_FILLING' },
              { field: 'customer', ...whole },
            ],
          ],
        ]),
      );
  });

  it('are valid to pdfsig and intact to the verification', async () => {
    for (const { signed: file } of made) {
      for (const one of pdfsig(file) ?? []) expect(one).toContain('Signature is Valid.');
      expect((await judged(file)).verdict).toBe('intact');
    }
  });

  it('hold the evidence in the form, as it is drawn and as a text', () => {
    for (const { name, sealed: open, signed: file } of made) {
      const [way] = name.split(' ').slice(1);
      const label = way === 'counter' ? '见证人' : '核验手机号';
      expect(textOfPages(file).at(-1)).toContain(label);
      expect(textOf(open)).not.toContain(label);
      const text = /\/T \(evidence\)[^>]*?\/TU[\s\S]*?\/V <feff([0-9a-f]+)>/.exec(
        file.subarray(open.length).toString('latin1'),
      )?.[1];
      expect(Buffer.from(text!, 'hex').swap16().toString('utf16le')).toContain(`${label}：`);
    }
  });
});

describe('a contract that a former version signed', () => {
  it('is verified as it was', async () => {
    const { file, authority: its } = formerContract();
    expect(await verifyFile(file, [its])).toMatchObject({
      verdict: 'intact',
      signatures: [
        { fault: null, isOurs: true, reason: '甲方盖章' },
        { fault: null, isOurs: true, isWhole: true, reason: '乙方签字' },
      ],
    });
  });
});

describe('one changed byte', () => {
  const flipped = (at: number, by = 1) => {
    const copy = Buffer.from(signed);
    copy[at] = copy[at]! ^ by;
    return copy;
  };
  const values = () =>
    [...signed.toString('latin1').matchAll(/\/Contents <([0-9a-f]{500,})>/g)].map(({ index, 1: hex }) => ({
      from: index + '/Contents <'.length,
      length: hex!.length,
    }));

  it('is found by pdfsig and by the verification', async () => {
    const at = signed.indexOf('/MediaBox') + 20;
    const file = flipped(at, 0x10);
    const told = pdfsig(file);
    if (told) for (const one of told) expect(one).toContain('Digest Mismatch');
    expect(signaturesOf(file).map(({ isValid }) => isValid)).toEqual([false, false]);
    expect(await judged(file)).toMatchObject({
      verdict: 'altered',
      signatures: [
        { fault: 'digest', certificate: { name: doc.provider.name } },
        { fault: 'digest', certificate: { name: doc.customer.name } },
      ],
    });
  });

  it('is found wherever it is, also in the values of the signatures, which no digest covers', async () => {
    const [seal, own] = values() as [{ from: number; length: number }, { from: number; length: number }];
    const places = [
      ...Array.from({ length: 24 }, (_, i) => Math.floor((i * (signed.length - 1)) / 23)),
      ...Array.from({ length: 40 }, (_, i) => own.from + Math.floor((i * (own.length - 1)) / 39)),
      seal.from + 100,
      own.from - 1,
      own.from + own.length,
    ];
    const missed = [];
    for (const at of places) if ((await judged(flipped(at))).verdict === 'intact') missed.push(at);
    expect(missed).toEqual([]);
    // the other spelling of a hexadecimal digit
    const letter = signed.subarray(own.from).findIndex((byte) => byte >= 0x61 && byte <= 0x66);
    expect((await judged(flipped(own.from + letter, 0x20))).verdict).toBe('altered');
  });

  it('is found after the end, as what was added', async () => {
    expect((await judged(Buffer.concat([signed, Buffer.from('\n')]))).verdict).toBe('appended');
    // the sealed file is whole by itself, but for the customer's signature
    expect((await judged(sealed)).verdict).toBe('unfinished');
    expect((await judged(signed.subarray(0, signed.length - 1))).verdict).toBe('altered');
  });
});

describe('a certificate of another authority', () => {
  it('makes a signature foreign, though nothing was changed', async () => {
    const other = await makeAuthority({
      subject: { name: '测试证书机构' },
      validity: { from: time - 1000, until: time + year },
    });
    const forged = (await signContract({ file: sealed, doc, signature, authority: other, time })).bytes;
    expect(await judged(forged)).toMatchObject({
      verdict: 'foreign',
      signatures: [
        { fault: null, isOurs: true },
        { fault: null, isOurs: false },
      ],
    });
    expect((await judged(await renderContract(doc))).verdict).toBe('unsigned');
  });
});

describe('a time stamp', () => {
  it('is added to the last signature, leaves it valid, and is told with its authority', async () => {
    const stamps = await startTimeStampAuthority('测试时间戳机构', () => new Date(time + 5000));
    try {
      const { bytes, request } = await signContract({
        file: sealed,
        doc,
        signature,
        authority,
        time,
        nonce: Buffer.alloc(8, 9),
      });
      const stamped = await stampFile(bytes, stamps.answerTo(request!));
      expect(stamped).toHaveLength(bytes.length);
      expect(signaturesOf(stamped)).toMatchObject([
        { isValid: true },
        { isValid: true, isTotal: true, hasStamp: true },
      ]);
      for (const one of pdfsig(stamped) ?? []) expect(one).toContain('Signature is Valid.');
      const { verdict, signatures } = await judged(stamped);
      expect(verdict).toBe('intact');
      expect(signatures[1]!.stamp).toEqual({ isValid: true, time: time + 5000, authority: '测试时间戳机构' });
      // a stamp over another signature is none of this one
      stamps.state.fault = 'other';
      await expect(stampFile(bytes, stamps.answerTo(request!))).rejects.toThrow('not over this signature');
      stamps.state.fault = 'refuses';
      await expect(stampFile(bytes, stamps.answerTo(request!))).rejects.toThrow('no time stamp was granted');
      await expect(stampFile(bytes, Buffer.from('<html>'))).rejects.toThrow('no time stamp');
      const broken = Buffer.from(stamped);
      const at = broken.indexOf(Buffer.from(Buffer.from('测试时间戳机构').toString('hex')));
      expect(at).toBeGreaterThan(bytes.length - 30_000);
      broken[at + 1] = broken[at + 1]! ^ 1;
      expect((await judged(broken)).verdict).toBe('altered');
    } finally {
      await stamps.close();
    }
  });
});
