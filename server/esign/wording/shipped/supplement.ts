import type { Wording } from '../../../../contract/domain/wording/wording';
import { clause, disputes, electronic, planNote, preamble } from './common';

export const supplement: Wording = {
  roles: { provider: '服务方', customer: '客户' },
  preamble: preamble('协议'),
  clauses: [
    clause(
      '原合同',
      '双方就编号为{{orderCode}}的订单所签署的服务协议、租赁合同及其附件，以下合称原合同。本协议是对原合同的补充，与原合同具有同等效力。',
    ),
    clause(
      '补充约定',
      '{{changeItems}}',
      {
        text: '自本协议生效之日起，原合同项下的“{{productName}}”产品尚未支付的部分按以下要素履行：未付本金{{principal}}，期限{{termDays}}日，租金折算年化利率{{yearRate}}，{{repaymentRule}}。',
        when: 'changed',
      },
      {
        text: '自本协议生效之日起，原合同项下的“{{productName}}”产品按以下要素履行：本金{{principal}}，期限{{termDays}}日，租金折算年化利率{{yearRate}}，{{repaymentRule}}。',
        when: 'unchanged',
      },
      { text: '起租日和到期日以甲方系统记载并通知乙方的日期为准。', when: 'undated' },
      { text: '{{planStart}}为{{startDate}}，到期日为{{maturity}}。', when: 'dated' },
      {
        text: '变更后的款项按本协议附件一支付，应付金额合计{{payable}}。已经支付的款项维持原状，不因本协议重新计算。',
        when: 'changed',
      },
      {
        text: '尚未支付的款项按本协议附件一支付，应付金额合计{{payable}}。已经支付的款项维持原状，不因本协议重新计算。',
        when: 'unchanged',
      },
      '乙方的结算账户为{{account}}。',
    ),
    clause(
      '与原合同的关系',
      '本协议与原合同不一致的，以本协议为准；本协议未作约定的，仍按原合同履行。',
      '原合同解除或者终止的，本协议同时终止。',
    ),
    electronic,
    disputes,
  ],
  annexTitle: '调整后的付款计划',
  annexNote: planNote,
};
