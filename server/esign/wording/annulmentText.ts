/** The wording of a termination agreement. */
import { formatMoney } from '../../../contract/domain/money';
import type { ContractDoc, ContractText } from '../templates';
import { amountInFull, isZero, percent } from '../terms/words';
import { account, disputes, electronic, orderCode, preamble } from './common';

/** What a settlement asks for beside rent and principal, where it does. */
function otherPart({ other = '0' }: ContractDoc['totals']): string {
  return isZero(other) ? '' : `，手续费、逾期费等其他款项¥${formatMoney(other)}`;
}

export function annulment(doc: ContractDoc): ContractText {
  if (doc.isBeforeStart) return annulmentBeforeStart(doc);
  return {
    roles: { provider: '服务方', customer: '客户' },
    preamble: preamble('协议'),
    clauses: [
      {
        title: '解除事项',
        items: [
          `双方协商一致，解除就编号为${orderCode(doc)}的订单所签署的服务协议、租赁合同及其补充协议（以下合称原合同）。原合同的产品为“${doc.productName}”，本金${amountInFull(doc.totalAmount)}。`,
          '原合同自本协议生效且结算款项付清之日起解除，尚未履行的部分不再履行。',
        ],
      },
      {
        title: '结算',
        items: [
          `双方确认，截至结算日应结清的金额为${amountInFull(doc.totals.amountPayable)}，其中租金¥${formatMoney(doc.totals.rent)}，本金¥${formatMoney(doc.totals.principal)}${otherPart(doc.totals)}，明细见附件一。`,
          `租金按年化利率${percent(doc.yearRate)}、以${doc.basis}天为一年结算，解除前已经支付的租金不再退还或者重新计算，差额已计入上述金额。`,
          `结算款项通过乙方下列账户办理：${account(doc)}。`,
        ],
      },
      {
        title: '权利义务的了结',
        items: [
          '结算款项付清后，双方在原合同项下的债权债务全部了结，任何一方不再就原合同向对方主张权利，但保密和个人信息保护的约定继续有效。',
          '结算款项未按附件一付清的，原合同继续有效，守约方有权要求继续履行并赔偿损失。',
        ],
      },
      electronic,
      disputes,
    ],
    annexTitle: '结算明细',
    annexNote: `金额单位：人民币元。租金以${doc.basis}天为一年计算，四舍五入至分。${otherPart(doc.totals) && `应付金额包括${otherPart(doc.totals).slice(1)}。`}`,
  };
}

/** The lease has not begun: nothing is earned, and what came in goes back. */
function annulmentBeforeStart(doc: ContractDoc): ContractText {
  const hasMoney = /[1-9]/.test(doc.totals.amountPayable);
  return {
    roles: { provider: '服务方', customer: '客户' },
    preamble: preamble('协议'),
    clauses: [
      {
        title: '解除事项',
        items: [
          `双方协商一致，解除就编号为${orderCode(doc)}的订单所签署的服务协议、租赁合同及其补充协议（以下合称原合同）。原合同的产品为“${doc.productName}”，本金${amountInFull(doc.totalAmount)}。`,
          '原合同尚未起租，自本协议生效之日起解除，不再履行，双方均不计收租金。',
        ],
      },
      {
        title: '款项退还',
        items: hasMoney
          ? [
              `甲方已收到乙方款项${amountInFull(doc.totals.amountPayable)}，于本协议生效后退还乙方，明细见附件一。`,
              `退款账户为${account(doc)}。`,
            ]
          : ['双方确认，甲方未收取乙方款项，无需退还。'],
      },
      {
        title: '权利义务的了结',
        items: [
          '款项退还后，双方在原合同项下的债权债务全部了结，任何一方不再就原合同向对方主张权利，但保密和个人信息保护的约定继续有效。',
        ],
      },
      electronic,
      disputes,
    ],
    annexTitle: '结算明细',
    annexNote: '金额单位：人民币元。',
  };
}
