import type { Wording } from '../../../../contract/domain/wording/wording';
import { clause, disputes, electronic, planNote, preamble, privacy } from './common';

export const service: Wording = {
  roles: { provider: '服务方', customer: '委托方' },
  preamble: preamble('协议'),
  clauses: [
    clause(
      '服务内容',
      '甲方就乙方认购的“{{productName}}”产品提供身份核验、合同签署、租金计算、付款安排、到期提醒和资料查询服务。',
      '乙方本次认购金额为{{principal}}，期限{{termDays}}日，租金折算年化利率{{yearRate}}。具体权利义务以双方就同一订单签署的租赁合同为准。',
    ),
    clause(
      '办理流程',
      '乙方提交真实、完整的身份资料和结算账户信息，经甲方核验后方可继续办理。',
      '乙方以本人账户完成付款并提交凭证，甲方确认凭证后发起合同签署；全部应签文件签署完成后，订单进入起租环节。',
      '付款计划的试算结果列于附件一，{{interestRule}}。',
    ),
    clause(
      '结算账户',
      '乙方指定的结算账户为{{account}}。',
      '乙方变更结算账户应向甲方提出申请并重新核验，变更只对尚未支付的款项生效。因乙方提供的账户信息有误造成的延误由乙方承担。',
    ),
    clause(
      '服务费用',
      { text: '乙方应付的手续费为{{fee}}，列于附件一；除此以外，甲方不另行收取费用。', when: 'fee' },
      { text: '除双方另有书面约定外，甲方不就本协议项下的服务向乙方另行收取费用。', when: 'noFee' },
    ),
    clause(
      '双方的承诺',
      '甲方保证服务系统稳定运行，妥善保管乙方资料，并为乙方查询合同、付款计划和付款记录提供便利。',
      '乙方保证资金来源合法，妥善保管签署链接和验证码，不将其交由他人使用。',
    ),
    clause(
      '协议期限与终止',
      '本协议自生效之日起，至同一订单项下全部款项结清之日止。租赁合同未能订立或者提前解除的，本协议同时终止，已产生的权利义务不受影响。',
    ),
    privacy,
    electronic,
    disputes,
  ],
  annexTitle: '付款计划',
  annexNote: planNote,
};
