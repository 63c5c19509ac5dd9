import type { Wording } from '../../../../contract/domain/wording/wording';
import { clause, disputes, electronic, preamble } from './common';

export const termination: Wording = {
  roles: { provider: '服务方', customer: '客户' },
  preamble: preamble('协议'),
  clauses: [
    clause(
      '解除事项',
      '双方协商一致，解除就编号为{{orderCode}}的订单所签署的服务协议、租赁合同及其补充协议（以下合称原合同）。原合同的产品为“{{productName}}”，本金{{principal}}。',
      { text: '原合同自本协议生效且结算款项付清之日起解除，尚未履行的部分不再履行。', when: 'started' },
      { text: '原合同尚未起租，自本协议生效之日起解除，不再履行，双方均不计收租金。', when: 'notStarted' },
    ),
    {
      ...clause(
        '结算',
        '双方确认，截至结算日应结清的金额为{{payable}}，其中租金{{rentFigure}}，本金{{principalFigure}}{{otherAmounts}}，明细见附件一。',
        '租金按年化利率{{yearRate}}、以{{basisDays}}天为一年结算，解除前已经支付的租金不再退还或者重新计算，差额已计入上述金额。',
        '结算款项通过乙方下列账户办理：{{account}}。',
      ),
      when: 'started',
    },
    {
      ...clause(
        '款项退还',
        { text: '甲方已收到乙方款项{{payable}}，于本协议生效后退还乙方，明细见附件一。', when: 'owing' },
        { text: '退款账户为{{account}}。', when: 'owing' },
        { text: '双方确认，甲方未收取乙方款项，无需退还。', when: 'owingNothing' },
      ),
      when: 'notStarted',
    },
    clause(
      '权利义务的了结',
      {
        text: '结算款项付清后，双方在原合同项下的债权债务全部了结，任何一方不再就原合同向对方主张权利，但保密和个人信息保护的约定继续有效。',
        when: 'started',
      },
      {
        text: '结算款项未按附件一付清的，原合同继续有效，守约方有权要求继续履行并赔偿损失。',
        when: 'started',
      },
      {
        text: '款项退还后，双方在原合同项下的债权债务全部了结，任何一方不再就原合同向对方主张权利，但保密和个人信息保护的约定继续有效。',
        when: 'notStarted',
      },
    ),
    electronic,
    disputes,
  ],
  annexTitle: '结算明细',
  annexNote: '金额单位：人民币元。{{planRule}}',
};
