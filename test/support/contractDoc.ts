import type { ContractDoc, PlanLine } from '../../server/esign/paper/pdf';

/** `count` equal months of 2,604.00 on a principal of 310,000.00, which comes back with the last one. */
function planOf(count: number): Pick<ContractDoc, 'plan' | 'totals' | 'deadline'> {
  const line = (i: number): PlanLine => {
    const isLast = i === count - 1;
    const month = String((i % 12) + 1).padStart(2, '0');
    return {
      currentPeriods: i + 1,
      paymentDate: `${2026 + Math.floor(i / 12)}-${month}-15`,
      days: 30,
      rent: '2604.00',
      principal: isLast ? '310000.00' : '0.00',
      amountPayable: isLast ? '312604.00' : '2604.00',
    };
  };
  const rent = 2604 * count;
  return {
    plan: Array.from({ length: count }, (_, i) => line(i)),
    totals: { rent: `${rent}.00`, principal: '310000.00', amountPayable: `${310000 + rent}.00` },
    deadline: 30 * count,
  };
}

/** A contract of so many months. */
export function contract(count: number, change: Partial<ContractDoc> = {}): ContractDoc {
  return {
    title: '租赁合同',
    contractNumber: 'HT20251215000012-02',
    type: 2,
    provider: { name: '上海启明融资租赁有限公司', idNo: '91310000****1234', tel: '021-50000000' },
    customer: { name: '欧阳晓明', idNo: '310101********1234', tel: '138****5678' },
    productName: '稳租一号',
    totalAmount: '310000.00',
    yearRate: '10.0800',
    getType: 0,
    basis: 360,
    interestDate: '2025-12-15',
    maturity: '2026-12-10',
    bankName: '中国工商银行上海浦东支行',
    bankCardMasked: '6222 **** **** 1234',
    madeAt: '2025-12-14 09:08:07',
    ...planOf(count),
    ...change,
  };
}
