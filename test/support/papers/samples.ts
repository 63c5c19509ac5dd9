/** Made-up papers with valid numbers: what they say, and the page that shows them. No real person or company is meant. */
import { creditCodeCheck, identityCardCheck } from '../../../contract/domain/identity';
import { capitals, formatMoney } from '../../../contract/domain/money';
import { type PaperType, paperTypes } from '../../../contract/wire/ocr/papers';

export interface Sample {
  name: string;
  type: PaperType;
  /** The values that a reader finds, as they are stored. */
  values: Readonly<Record<string, string>>;
  /** Size of the page in CSS pixels. */
  size: readonly [width: number, height: number];
  html: string;
}

function idNo(body: string) {
  return body + identityCardCheck(body);
}
function creditCode(body: string) {
  return body + creditCodeCheck(body);
}
/** A number of 19 digits with its check digit. */
function card(body: string) {
  const sum = [...body].reverse().reduce((all, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
function chinese(date: string) {
  const [year, month, day] = date.split('-').map(Number);
  return `${year}年${month}月${day}日`;
}
function dotted(date: string) {
  return date.replaceAll('-', '.');
}

function at(x: number, y: number, text: string, style = '') {
  return `<div style="position:absolute;left:${x}px;top:${y}px;white-space:nowrap;${style}">${text}</div>`;
}
const pale = 'color:#31639c;font-size:24px;';
const large = 'font-size:28px;';

function idPortrait(values: {
  name: string;
  sex: string;
  nation: string;
  birth: string;
  address: string;
  idNo: string;
}) {
  const [year, month, day] = values.birth.split('-').map(Number);
  const lines = values.address.match(/.{1,11}/g) ?? [];
  return [
    at(60, 60, '姓&nbsp;名', pale) + at(160, 56, values.name, 'font-size:34px;'),
    at(60, 128, '性&nbsp;别', pale) + at(160, 126, values.sex, large),
    at(280, 128, '民&nbsp;族', pale) + at(370, 126, values.nation, large),
    at(60, 194, '出&nbsp;生', pale) +
      at(
        160,
        192,
        `${year}<span style="${pale}">&nbsp;年&nbsp;</span>${month}<span style="${pale}">&nbsp;月&nbsp;</span>${day}<span style="${pale}">&nbsp;日</span>`,
        large,
      ),
    at(60, 262, '住&nbsp;址', pale),
    ...lines.map((line, index) => at(160, 258 + 42 * index, line, large)),
    at(60, 470, '公民身份号码', pale) + at(320, 464, values.idNo, 'font-size:34px;letter-spacing:4px;'),
    '<div style="position:absolute;left:640px;top:80px;width:220px;height:280px;background:#c9cfd6"></div>',
  ].join('');
}

function idEmblem({ authority, validFrom, validTo }: Record<string, string>) {
  return [
    at(330, 90, '中华人民共和国', 'font-size:44px;letter-spacing:6px;'),
    at(330, 170, '居 民 身 份 证', 'font-size:56px;letter-spacing:8px;'),
    '<div style="position:absolute;left:90px;top:70px;width:170px;height:170px;border-radius:85px;background:#c8443c"></div>',
    at(200, 390, '签发机关', pale) + at(340, 386, authority!, large),
    at(200, 460, '有效期限', pale) + at(340, 456, `${dotted(validFrom!)}-${dotted(validTo!)}`, large),
  ].join('');
}

function bankCard({ cardNo, bankName, cardType, validDate }: Record<string, string>) {
  const groups = cardNo!.replace(/(.{4})(?=.)/g, '$1 ');
  return [
    at(60, 50, bankName!, 'font-size:40px;font-weight:700;'),
    at(640, 60, cardType!, 'font-size:30px;'),
    '<div style="position:absolute;left:70px;top:170px;width:120px;height:90px;border-radius:12px;background:#d9b64c"></div>',
    at(60, 310, groups, 'font-size:46px;letter-spacing:3px;'),
    at(60, 420, `有效期至 VALID THRU&nbsp; ${validDate}`, 'font-size:26px;'),
    at(700, 440, '银联 UnionPay', 'font-size:26px;'),
  ].join('');
}

function licence(values: Record<string, string>) {
  const row = (x: number, y: number, label: string, value: string) =>
    at(x, y, label, 'font-size:22px;font-weight:700;') + at(x + 160, y, value, 'font-size:22px;');
  const scope = values.scope!.match(/.{1,26}/g) ?? [];
  return [
    at(460, 60, '营 业 执 照', 'font-size:56px;font-weight:700;'),
    at(90, 160, '统一社会信用代码', 'font-size:20px;') + at(90, 190, values.creditCode!, 'font-size:26px;'),
    row(90, 270, '名　　称', values.name!),
    row(90, 320, '类　　型', values.type!),
    row(90, 370, '法定代表人', values.legalPerson!),
    row(90, 420, '经营范围', ''),
    ...scope.map((line, index) => at(250, 420 + 34 * index, line, 'font-size:22px;')),
    row(760, 270, '注册资本', values.capital!),
    row(760, 320, '成立日期', chinese(values.establishDate!)),
    row(760, 370, '营业期限', values.businessTerm!),
    row(90, 600, '住　　所', values.address!),
    at(820, 700, '登记机关', 'font-size:22px;'),
  ].join('');
}

function slip(values: Record<string, string>) {
  const cell = (x: number, y: number, w: number, text: string, style = '') =>
    `<div style="position:absolute;left:${x}px;top:${y}px;width:${w}px;height:52px;border:1px solid #444;line-height:52px;padding-left:10px;box-sizing:border-box;white-space:nowrap;${style}">${text}</div>`;
  const half = (x: number, side: '付' | '收', which: 'payer' | 'payee') =>
    [
      cell(x, 190, 150, `${side}款人户名`) + cell(x + 150, 190, 360, values[`${which}Name`]!),
      cell(x, 242, 150, `${side}款人账号`) + cell(x + 150, 242, 360, values[`${which}Account`]!),
      cell(x, 294, 150, '开户行') + cell(x + 150, 294, 360, values[`${which}Bank`]!),
    ].join('');
  return [
    at(360, 40, '网上银行电子回单', 'font-size:38px;font-weight:700;'),
    at(60, 120, `回单编号：${values.receiptNo}`) + at(720, 120, `交易日期：${chinese(values.payDate!)}`),
    half(60, '付', 'payer'),
    half(570, '收', 'payee'),
    cell(60, 346, 150, '金额（小写）') + cell(210, 346, 360, `¥${formatMoney(values.amount!)}`),
    cell(570, 346, 150, '金额（大写）') + cell(720, 346, 360, values.amountWords!),
    cell(60, 398, 150, '流水号') + cell(210, 398, 360, values.serialNo!),
    cell(570, 398, 150, '摘要') + cell(720, 398, 360, values.summary!),
    cell(60, 450, 150, '用途') + cell(210, 450, 870, values.use!),
    at(60, 540, '本回单仅表示交易已受理，请勿重复记账。', 'font-size:18px;color:#555;'),
  ].join('');
}

function invoice(values: Record<string, string>) {
  const party = (y: number, side: string, name: string, tax: string) =>
    at(60, y, `${side}方名称：${name}`) + at(60, y + 40, `${side}方纳税人识别号：${tax}`);
  return [
    at(330, 40, '电子发票（增值税专用发票）', 'font-size:36px;color:#8a4b1f;'),
    at(760, 110, `发票号码：${values.invoiceNo}`) + at(760, 150, `开票日期：${chinese(values.invoiceDate!)}`),
    at(60, 110, `发票代码：${values.invoiceCode}`),
    party(220, '购买', values.buyerName!, values.buyerTaxNo!),
    party(320, '销售', values.sellerName!, values.sellerTaxNo!),
    at(60, 430, '项目名称') + at(560, 430, '金额') + at(740, 430, '税率') + at(880, 430, '税额'),
    at(60, 475, '*经营租赁*设备租赁费') +
      at(560, 475, values.amount!) +
      at(740, 475, '13%') +
      at(880, 475, values.tax!),
    at(60, 560, '合　　计') + at(560, 560, `¥${values.amount}`) + at(880, 560, `¥${values.tax}`),
    at(60, 620, `价税合计（大写）　${capitals(values.total!)}`) + at(700, 620, `（小写）¥${values.total}`),
  ].join('');
}

function sample(
  name: string,
  type: PaperType,
  values: Record<string, string>,
  size: Sample['size'],
  body: (values: any) => string,
  background = '#fff',
): Sample {
  const html = `<!doctype html><meta charset="utf-8"><body style="margin:0;position:relative;width:${size[0]}px;height:${size[1]}px;background:${background};font:22px 'Noto Sans CJK SC';color:#111;overflow:hidden">${body(values)}</body>`;
  return { name, type, values, size, html };
}

const cardSize = [920, 580] as const;
const blue = '#e6eef5';

export const samples: readonly Sample[] = [
  ...[
    {
      name: '张建国',
      sex: '男',
      nation: '汉',
      birth: '1985-07-16',
      address: '浙江省杭州市西湖区文三路138号东方大厦6幢1203室',
      idNo: idNo('33010619850716421'),
    },
    {
      name: '欧阳雪梅',
      sex: '女',
      nation: '满',
      birth: '1992-11-03',
      address: '辽宁省沈阳市和平区青年大街27号2单元501室',
      idNo: idNo('21010219921103226'),
    },
  ].map((values, at) => sample(`idPortrait${at + 1}`, paperTypes.idPortrait, values, cardSize, idPortrait, blue)),
  ...[
    { authority: '杭州市公安局西湖分局', validFrom: '2019-05-20', validTo: '2039-05-20' },
    { authority: '沈阳市公安局和平分局', validFrom: '2017-02-08', validTo: '2027-02-08' },
  ].map((values, at) => sample(`idEmblem${at + 1}`, paperTypes.idEmblem, values, cardSize, idEmblem, blue)),
  ...[
    { cardNo: card('622202123456789012'), bankName: '中国工商银行', cardType: '借记卡', validDate: '09/31' },
    { cardNo: card('621700100004567891'), bankName: '中国建设银行', cardType: '储蓄卡', validDate: '12/29' },
  ].map((values, at) => sample(`bankCard${at + 1}`, paperTypes.bankCard, values, cardSize, bankCard, '#dfe7f2')),
  ...[
    {
      creditCode: creditCode('91330106MA2B0Q7T3'),
      name: '杭州云帆精密机械有限公司',
      type: '有限责任公司（自然人独资）',
      legalPerson: '陈立群',
      capital: '伍佰万元整',
      establishDate: '2018-04-12',
      businessTerm: '2018年4月12日至2038年4月11日',
      address: '浙江省杭州市滨江区江南大道3588号2幢',
      scope: '机械设备租赁；机械零件、零部件加工；货物进出口；技术服务、技术开发、技术咨询。',
    },
    {
      creditCode: creditCode('91210102MA0U5D4X6'),
      name: '沈阳恒泰物流设备有限公司',
      type: '有限责任公司',
      legalPerson: '王海涛',
      capital: '壹仟贰佰万元整',
      establishDate: '2015-09-30',
      businessTerm: '长期',
      address: '辽宁省沈阳市铁西区建设中路18号',
      scope: '物流设备销售、租赁及维修；普通货物仓储服务；道路货物运输代理。',
    },
  ].map((values, at) => sample(`licence${at + 1}`, paperTypes.licence, values, [1240, 780], licence)),
  ...[
    {
      payerName: '张建国',
      payerAccount: card('622202123456789012'),
      payerBank: '中国工商银行杭州文三支行',
      payeeName: '杭州远航融资租赁有限公司',
      payeeAccount: '33050161672700000328',
      payeeBank: '中国建设银行杭州西湖支行',
      amount: '128600.50',
      amountWords: capitals('128600.50'),
      payDate: '2026-11-18',
      serialNo: '20261118093045112873',
      receiptNo: '0028-4471-9936',
      summary: '设备租赁首期款',
      use: '支付租赁保证金及首期租金',
    },
    {
      payerName: '沈阳恒泰物流设备有限公司',
      payerAccount: '210501234567890123',
      payerBank: '中国银行沈阳和平支行',
      payeeName: '杭州远航融资租赁有限公司',
      payeeAccount: '33050161672700000328',
      payeeBank: '中国建设银行杭州西湖支行',
      amount: '2350000.00',
      amountWords: capitals('2350000.00'),
      payDate: '2026-10-09',
      serialNo: '20261009154412667031',
      receiptNo: '0031-2076-5518',
      summary: '租金',
      use: '叉车租赁合同租金',
    },
  ].map((values, at) =>
    sample(
      `slip${at + 1}`,
      paperTypes.slip,
      { ...values, payeeAccount: values.payeeAccount.slice(0, 19) },
      [1140, 600],
      slip,
    ),
  ),
  ...[
    {
      invoiceCode: '033001900211',
      invoiceNo: '26332000000041258763',
      invoiceDate: '2026-11-06',
      buyerName: '杭州云帆精密机械有限公司',
      buyerTaxNo: creditCode('91330106MA2B0Q7T3'),
      sellerName: '杭州远航融资租赁有限公司',
      sellerTaxNo: creditCode('91330100MA27XL0K8'),
      amount: '88495.58',
      tax: '11504.42',
      total: '100000.00',
    },
    {
      invoiceCode: '021001900104',
      invoiceNo: '26212000000009917420',
      invoiceDate: '2026-09-15',
      buyerName: '沈阳恒泰物流设备有限公司',
      buyerTaxNo: creditCode('91210102MA0U5D4X6'),
      sellerName: '杭州远航融资租赁有限公司',
      sellerTaxNo: creditCode('91330100MA27XL0K8'),
      amount: '23008.85',
      tax: '2991.15',
      total: '26000.00',
    },
  ].map((values, at) => sample(`invoice${at + 1}`, paperTypes.invoice, values, [1180, 700], invoice)),
];
