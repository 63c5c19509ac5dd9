import type { Wording } from '../../../../contract/domain/wording/wording';
import { clause, disputes, electronic, planNote, preamble, privacy } from './common';

export const lease: Wording = {
  roles: { provider: '{{providerRole}}', customer: '{{customerRole}}' },
  preamble: preamble('合同'),
  clauses: [
    clause(
      '租赁标的与租赁本金',
      {
        text: '租赁标的为附件二《租赁物清单》所列的租赁物，共{{objectCount}}件，对应的租赁本金为{{principal}}。',
        when: 'objects',
      },
      {
        text: '租赁标的为“{{productName}}”产品项下的租赁资产，对应的租赁本金为{{principal}}。',
        when: 'noObjects',
      },
      '租赁期间，与上述本金对应的资产权益归{{lessor}}，{{lessee}}享有占有和使用的权利；未经{{lessor}}书面同意，{{lessee}}不得转让、抵押或者以其他方式处分租赁标的。',
    ),
    clause('租赁期限', '{{termItems}}'),
    clause('租金', '{{rentItems}}'),
    clause(
      '租金与本金的支付',
      '{{paymentItems}}',
      '各期付款日和应付金额见附件一，应付金额合计{{payable}}。付款日为法定节假日或者休息日的，金额和付款日均不变，款项可于其后第一个工作日到账，不视为逾期。',
      {
        text: '乙方用于收取上述款项的账户为{{account}}。乙方变更账户应提出书面申请并经甲方核验，变更只对尚未支付的款项生效。',
        when: 'payout',
      },
      {
        text: '乙方用于支付上述款项的账户为{{account}}。乙方变更账户应提出书面申请并经甲方核验，变更只对尚未支付的款项生效。',
        when: 'collect',
      },
    ),
    clause(
      '双方的陈述与保证',
      '双方具有订立和履行本合同的民事行为能力，签署本合同是真实意思表示，所提供的资料真实、完整、有效。',
      '{{lessee}}应合理使用租赁标的，负责其日常维护并承担使用期间的费用；{{lessor}}应保证{{lessee}}在租赁期间不受第三人对租赁标的主张权利的影响。',
      '乙方已了解租赁资产可能因经营、市场和政策变化受到影响，任何一方均未就本合同约定之外的收益作出承诺。',
    ),
    clause(
      '提前终止',
      '任何一方要求提前终止的，应书面提出并经对方同意。结算金额按实际计租天数计算已发生的租金，扣减已付租金后与租赁本金合并结算，双方为此另行签署解除协议。',
      '一方严重违约致使合同目的不能实现的，守约方有权解除本合同并要求赔偿损失。',
    ),
    clause(
      '违约责任',
      '{{lessee}}未按付款计划足额支付的，应自付款日次日起对逾期金额承担继续支付的责任，并赔偿由此给{{lessor}}造成的直接损失。',
      '因不可抗力不能履行的，受影响一方应及时通知对方并提供证明，根据影响程度部分或者全部免除责任，但付款义务只作相应顺延。',
    ),
    privacy,
    electronic,
    disputes,
    clause(
      '附则',
      {
        text: '附件一《付款计划》和附件二《租赁物清单》是本合同的组成部分。未尽事宜由双方签署补充协议约定。',
        when: 'objects',
      },
      { text: '附件一《付款计划》是本合同的组成部分。未尽事宜由双方签署补充协议约定。', when: 'noObjects' },
    ),
  ],
  annexTitle: '付款计划',
  annexNote: planNote,
};
