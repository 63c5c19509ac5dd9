import { basisWords, paymentClause, rentClause, termClause } from './terms/clauses';
import type { LeaseObject } from './terms/objectsAnnex';
import { feeSentence, methodWords, noteWords, type Repayment } from './terms/repayment';
import { amountInFull, chineseDate, percent } from './terms/words';
import { annulment } from './wording/annulmentText';
import { account, disputes, electronic, orderCode, preamble } from './wording/common';

/** A party as it is printed: `idNo` in full in files, masked in stored terms. */
export interface ContractParty {
  name: string;
  idNo?: string;
  tel?: string;
  address?: string;
}

/** 1 服务协议, 2 租赁合同, 3 补充协议, 4 解除协议: the keys of the dictionary contract_type. */
export type ContractType = 1 | 2 | 3 | 4;

/** One instalment. Amounts are decimal strings in yuan with two places, `days` the rent days of the period. */
export interface PlanLine {
  /** As `rowKinds`; an instalment where it is absent. */
  kind?: number;
  currentPeriods: number;
  paymentDate: string;
  days: number;
  rent: string;
  principal: string;
  /** Fees and late charges within a settlement; none where it is absent. */
  other?: string;
  amountPayable: string;
}

/** The customer's signature. `evidence` is printed in the given order on a page of its own. */
export interface ContractSignature {
  name: string;
  /** yyyy-MM-dd HH:mm:ss, Asia/Shanghai */
  time: string;
  /** PNG of a drawn signature, 8-bit RGB or RGBA; without one the name is set in type. */
  image?: Buffer;
  evidence: { label: string; value: string }[];
}

/** Everything a contract states. Amounts and rates are decimal strings, dates yyyy-MM-dd, `deadline` days. */
export interface ContractDoc {
  title: string;
  contractNumber: string;
  type: ContractType;
  provider: ContractParty;
  customer: ContractParty;
  productName: string;
  totalAmount: string;
  /** Percent a year, up to four places. */
  yearRate: string;
  deadline: number;
  /** 0 monthly, 1 at maturity */
  getType: 0 | 1;
  basis: 360 | 365;
  /** Absent for rent by the month or at maturity without charges. */
  repayment?: Repayment;
  /** null while the start is not fixed: due dates are then printed relative to the start. */
  interestDate: string | null;
  maturity: string | null;
  bankName: string;
  /** In full in files, masked in stored terms. */
  bankCardMasked: string;
  /** What a supplement changes, in sentences. */
  changes?: string[];
  /** A termination agreement of an order whose lease has not begun. */
  isBeforeStart?: true;
  /** What is leased, in the second annex of a lease contract. */
  objects?: LeaseObject[];
  /** Who owes the instalments: PAYOUT the provider (the default), COLLECT the customer. Changes wording only. */
  cashDirection?: 'PAYOUT' | 'COLLECT';
  /** At least one line, in order. For 解除协议 these are the settlement lines. */
  plan: PlanLine[];
  totals: { rent: string; principal: string; other?: string; amountPayable: string };
  /** yyyy-MM-dd HH:mm:ss, Asia/Shanghai */
  madeAt: string;
  signature?: ContractSignature;
}

export interface Clause {
  title: string;
  /** Printed as 1.1, 1.2 … under the clause. */
  items: string[];
}

export interface ContractText {
  /** The name of each party's role in this contract, printed behind 甲方 and 乙方. */
  roles: { provider: string; customer: string };
  preamble: string;
  clauses: Clause[];
  annexTitle: string;
  annexNote: string;
}

const privacy: Clause = {
  title: '个人信息与保密',
  items: [
    '为订立和履行本文件，甲方需处理乙方的姓名、证件、联系方式、结算账户和签署过程信息，处理范围以实现上述目的所必需为限，并采取加密、脱敏和访问留痕等保护措施。',
    '除法律另有规定或有权机关依法要求外，任何一方未经对方书面同意，不得向第三方披露本文件内容及因此知悉的对方信息。本项约定不因本文件终止而失效。',
  ],
};

function planNote(doc: ContractDoc): string {
  const start =
    doc.interestDate === null
      ? '起租日尚未确定，付款日以距起租日的期间表示，某月无对应日的取该月最后一日；确定起租日后按此换算，金额不变。'
      : '';
  const rule = doc.repayment
    ? noteWords(doc.repayment)
    : `租金以${doc.basis}天为一年计算，四舍五入至分，尾差计入末期。`;
  return `${start}金额单位：人民币元。${rule}`;
}

function service(doc: ContractDoc): ContractText {
  return {
    roles: { provider: '服务方', customer: '委托方' },
    preamble: preamble('协议'),
    clauses: [
      {
        title: '服务内容',
        items: [
          `甲方就乙方认购的“${doc.productName}”产品提供身份核验、合同签署、租金计算、付款安排、到期提醒和资料查询服务。`,
          `乙方本次认购金额为${amountInFull(doc.totalAmount)}，期限${doc.deadline}日，租金折算年化利率${percent(doc.yearRate)}。具体权利义务以双方就同一订单签署的租赁合同为准。`,
        ],
      },
      {
        title: '办理流程',
        items: [
          '乙方提交真实、完整的身份资料和结算账户信息，经甲方核验后方可继续办理。',
          '乙方以本人账户完成付款并提交凭证，甲方确认凭证后发起合同签署；全部应签文件签署完成后，订单进入起租环节。',
          `付款计划的试算结果列于附件一，${basisWords(doc)}。`,
        ],
      },
      {
        title: '结算账户',
        items: [
          `乙方指定的结算账户为${account(doc)}。`,
          '乙方变更结算账户应向甲方提出申请并重新核验，变更只对尚未支付的款项生效。因乙方提供的账户信息有误造成的延误由乙方承担。',
        ],
      },
      {
        title: '服务费用',
        items: [
          (doc.repayment && feeSentence(doc.repayment)) ??
            '除双方另有书面约定外，甲方不就本协议项下的服务向乙方另行收取费用。',
        ],
      },
      {
        title: '双方的承诺',
        items: [
          '甲方保证服务系统稳定运行，妥善保管乙方资料，并为乙方查询合同、付款计划和付款记录提供便利。',
          '乙方保证资金来源合法，妥善保管签署链接和验证码，不将其交由他人使用。',
        ],
      },
      {
        title: '协议期限与终止',
        items: [
          '本协议自生效之日起，至同一订单项下全部款项结清之日止。租赁合同未能订立或者提前解除的，本协议同时终止，已产生的权利义务不受影响。',
        ],
      },
      privacy,
      electronic,
      disputes,
    ],
    annexTitle: '付款计划',
    annexNote: planNote(doc),
  };
}

function lease(doc: ContractDoc): ContractText {
  const isPayout = doc.cashDirection !== 'COLLECT';
  const [lessee, lessor] = isPayout ? ['甲方', '乙方'] : ['乙方', '甲方'];
  return {
    roles: isPayout ? { provider: '承租方', customer: '出租方' } : { provider: '出租方', customer: '承租方' },
    preamble: preamble('合同'),
    clauses: [
      {
        title: '租赁标的与租赁本金',
        items: [
          doc.objects
            ? `租赁标的为附件二《租赁物清单》所列的租赁物，共${doc.objects.length}件，对应的租赁本金为${amountInFull(doc.totalAmount)}。`
            : `租赁标的为“${doc.productName}”产品项下的租赁资产，对应的租赁本金为${amountInFull(doc.totalAmount)}。`,
          `租赁期间，与上述本金对应的资产权益归${lessor}，${lessee}享有占有和使用的权利；未经${lessor}书面同意，${lessee}不得转让、抵押或者以其他方式处分租赁标的。`,
        ],
      },
      {
        title: '租赁期限',
        items: termClause(doc),
      },
      {
        title: '租金',
        items: rentClause(doc),
      },
      {
        title: '租金与本金的支付',
        items: [
          ...paymentClause(doc, lessee, lessor),
          `各期付款日和应付金额见附件一，应付金额合计${amountInFull(doc.totals.amountPayable)}。付款日为法定节假日或者休息日的，金额和付款日均不变，款项可于其后第一个工作日到账，不视为逾期。`,
          `乙方用于${isPayout ? '收取' : '支付'}上述款项的账户为${account(doc)}。乙方变更账户应提出书面申请并经甲方核验，变更只对尚未支付的款项生效。`,
        ],
      },
      {
        title: '双方的陈述与保证',
        items: [
          '双方具有订立和履行本合同的民事行为能力，签署本合同是真实意思表示，所提供的资料真实、完整、有效。',
          `${lessee}应合理使用租赁标的，负责其日常维护并承担使用期间的费用；${lessor}应保证${lessee}在租赁期间不受第三人对租赁标的主张权利的影响。`,
          '乙方已了解租赁资产可能因经营、市场和政策变化受到影响，任何一方均未就本合同约定之外的收益作出承诺。',
        ],
      },
      {
        title: '提前终止',
        items: [
          '任何一方要求提前终止的，应书面提出并经对方同意。结算金额按实际计租天数计算已发生的租金，扣减已付租金后与租赁本金合并结算，双方为此另行签署解除协议。',
          '一方严重违约致使合同目的不能实现的，守约方有权解除本合同并要求赔偿损失。',
        ],
      },
      {
        title: '违约责任',
        items: [
          `${lessee}未按付款计划足额支付的，应自付款日次日起对逾期金额承担继续支付的责任，并赔偿由此给${lessor}造成的直接损失。`,
          '因不可抗力不能履行的，受影响一方应及时通知对方并提供证明，根据影响程度部分或者全部免除责任，但付款义务只作相应顺延。',
        ],
      },
      privacy,
      electronic,
      disputes,
      {
        title: '附则',
        items: [
          `附件一《付款计划》${doc.objects ? '和附件二《租赁物清单》' : ''}是本合同的组成部分。未尽事宜由双方签署补充协议约定。`,
        ],
      },
    ],
    annexTitle: '付款计划',
    annexNote: planNote(doc),
  };
}

function supplement(doc: ContractDoc): ContractText {
  const isNew = doc.changes !== undefined;
  return {
    roles: { provider: '服务方', customer: '客户' },
    preamble: preamble('协议'),
    clauses: [
      {
        title: '原合同',
        items: [
          `双方就编号为${orderCode(doc)}的订单所签署的服务协议、租赁合同及其附件，以下合称原合同。本协议是对原合同的补充，与原合同具有同等效力。`,
        ],
      },
      {
        title: '补充约定',
        items: [
          ...(doc.changes ?? []),
          `自本协议生效之日起，原合同项下的“${doc.productName}”产品${isNew ? '尚未支付的部分' : ''}按以下要素履行：${isNew ? '未付本金' : '本金'}${amountInFull(doc.totalAmount)}，期限${doc.deadline}日，租金折算年化利率${percent(doc.yearRate)}，${doc.repayment ? `${basisWords(doc)}，还款方式为${methodWords(doc.repayment)}` : `计息基础${doc.basis}天，租金${doc.getType === 0 ? '按月' : '到期'}支付`}。`,
          doc.interestDate === null || doc.maturity === null
            ? '起租日和到期日以甲方系统记载并通知乙方的日期为准。'
            : `${isNew ? '变更后计租起始日' : '起租日'}为${chineseDate(doc.interestDate)}，到期日为${chineseDate(doc.maturity)}。`,
          `${isNew ? '变更后的' : '尚未支付的'}款项按本协议附件一支付，应付金额合计${amountInFull(doc.totals.amountPayable)}。已经支付的款项维持原状，不因本协议重新计算。`,
          `乙方的结算账户为${account(doc)}。`,
        ],
      },
      {
        title: '与原合同的关系',
        items: [
          '本协议与原合同不一致的，以本协议为准；本协议未作约定的，仍按原合同履行。',
          '原合同解除或者终止的，本协议同时终止。',
        ],
      },
      electronic,
      disputes,
    ],
    annexTitle: '调整后的付款计划',
    annexNote: planNote(doc),
  };
}

const texts: Record<ContractType, (doc: ContractDoc) => ContractText> = {
  1: service,
  2: lease,
  3: supplement,
  4: annulment,
};

/** The wording of a contract, chosen by its type and filled with its figures. */
export function contractText(doc: ContractDoc): ContractText {
  return texts[doc.type](doc);
}

/** Printed on the evidence page of a contract without electronic signatures: what the digest proves and what not. */
export const EVIDENCE_STATEMENT = [
  '本页由系统在乙方完成签署时生成，记录签署过程中留存的信息，与合同正文一并保存。',
  '文件的完整性以系统保存的 SHA-256 摘要为准：重新计算文件摘要并与保存值比对，一致即表明文件自签署后未被改动。包含本页的最终文件，其摘要在生成后另行保存。',
  '本次签署未使用经许可的电子认证服务机构（CA）颁发的证书。上述摘要和记录证明内容未被改动及签署经过，不代替第三方机构对签署人身份的认证。',
];

/** The same for a contract with electronic signatures. */
export const SIGNED_STATEMENT = [
  '本页记录由系统在乙方完成签署时写入，是签署过程中留存的信息，与合同正文一并保存。',
  '本文件依次附有甲方盖章和乙方签字的电子签名（PAdES，SHA-256）。每个电子签名覆盖其作出时文件的全部内容，后一签名不改变前一签名所覆盖的内容；用支持电子签名的 PDF 阅读器或本系统的“验签”均可核验，签名后的任何改动都会被发现。',
  '乙方的证书仅为本次签署制作，载明其姓名和隐去部分的证件号码，私钥在签名后即销毁。签署时间取自系统时钟；签名附有可信时间戳的，以时间戳为准。',
  '本次签署未使用经许可的电子认证服务机构（CA）颁发的证书，证书由本系统的证书机构签发。电子签名和上述记录证明内容未被改动及签署经过，不代替第三方机构对签署人身份的认证。',
];
