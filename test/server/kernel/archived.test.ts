/** Papers that are kept can be read for as long as they are: they are PDF/A-2b, also with their signatures. */
import { contractKinds } from '../../../contract/domain/contractKinds';
import { type ContractSignature, renderContract, renderPlain } from '../../../server/esign/paper/pdf';
import { makeAuthority, makeCertificate, sealContract, signContract } from '../../../server/esign/paper/printing';
import { renderPaper } from '../../../server/lease/outgoing/draw';
import { renderReport } from '../../../server/report/pdf';
import { contract } from '../../support/contractDoc';
import { contractDocs } from '../../support/contractDocs';
import { png } from '../../support/png';
import { verapdf, verapdfNamed } from '../../support/verapdf';

const time = Date.parse('2026-11-20T10:00:00+08:00');
const validity = { from: time - 1000, until: time + 1_000_000_000 };
/** A name that is no XML as it stands. */
const company = '启明 <R&D> 融资租赁';
const signature: ContractSignature = {
  name: '欧阳晓明',
  time: '2026-11-20 10:00:00',
  evidence: [{ label: '网络地址', value: '203.0.113.24' }],
};

async function contracts(): Promise<Record<string, Buffer>> {
  const authority = await makeAuthority({ subject: { name: '测试证书机构' }, validity });
  const files: Record<string, Buffer> = {};
  const docs = Object.entries(contractKinds).map(([kind, type]) => {
    const [, one] = Object.entries(contractDocs).find(([, { type: its }]) => its === type)!;
    return [kind, one] as const;
  });
  for (const [kind, one] of [...docs, ['long', contract(120)] as const]) {
    const doc = { ...one, provider: { ...one.provider, name: company } };
    const signer = await makeCertificate({ authority, subject: { name: company }, validity });
    const sealed = await sealContract({ doc, signer, authority: authority.certificate, time, hasStamp: false });
    const sign = async (change: Partial<ContractSignature>) =>
      (await signContract({ file: sealed, doc, signature: { ...signature, ...change }, authority, time })).bytes;
    files[`${kind} to read`] = await renderContract(doc);
    files[`${kind} for a signing service`] = await renderPlain(doc);
    files[`${kind} sealed`] = sealed;
    files[`${kind} signed by hand`] = await sign({ image: png(300, 120) });
    files[`${kind} signed in type`] = await sign({});
  }
  return files;
}

const statement = {
  ...{
    title: '对账单',
    company,
    heading: 'DZ20261120',
    marks: ['补打'],
    facts: [[['客户', '欧阳晓明'] as [string, string]]],
  },
  paragraphs: ['截至 2026-11-20 的款项如下。'],
  tables: [{ title: '款项', columns: [{ head: '金额', isFigure: true, share: 1 }], rows: [['1.00']], foot: ['1.00'] }],
  ...{ closing: [company], madeAt: '2026-11-20 10:00:00', language: 'zh-CN', pageText: '第 {page} / {pages} 页' },
};
const report = {
  ...{
    title: '逾期 & <账龄>',
    about: '全部',
    lines: [['口径', '应付'] as [string, string]],
    asOf: '2026-11-20 10:00:00',
  },
  ...{ language: 'zh-CN', words: { page: '第 {page} / {pages} 页', noRows: '无' } },
  tables: [{ title: '账龄', columns: [{ head: '金额', isFigure: true }], rows: [['1.00']], foot: ['1.00'] }],
};

it(`are PDF/A-2b to ${verapdfNamed}`, async () => {
  const files = {
    ...(await contracts()),
    'a statement': await renderPaper(statement),
    'a report': await renderReport(report),
  };
  const broken = verapdf(files);
  if (broken) expect(broken).toEqual(Object.fromEntries(Object.keys(files).map((name) => [name, []])));
});

it('describe themselves in XML, whatever the names in them', async () => {
  const file = (await renderReport(report)).toString('utf8');
  expect(file).toContain('逾期 &#38; &#60;账龄&#62;');
  expect(file).toContain('<pdfaid:part>2</pdfaid:part>');
});
