/** Phrases and clauses that several contracts share. */
import type { Clause, ContractDoc } from '../templates';

/** Other contracts of the same order share the number without its two-digit type. */
export function orderCode(doc: ContractDoc): string {
  return doc.contractNumber.replace(/-\d{2}$/, '');
}

export function account(doc: ContractDoc): string {
  return `${doc.bankName}，账号${doc.bankCardMasked}，户名${doc.customer.name}`;
}

export const electronic: Clause = {
  title: '电子签署与送达',
  items: [
    '双方同意以电子方式订立本文件。甲方以电子印章签署，乙方在通过身份核验并阅读全文后以手写或键入签名的方式签署，乙方完成签署时本文件成立并生效。',
    '签署过程的时间、网络地址、设备信息和文件摘要由系统留存，作为证明文件内容未被改动的依据。',
    '双方以本文件首部载明的联系方式作为通知送达方式，信息变更应在三个工作日内告知对方；未告知的，按原方式发出即视为送达。',
  ],
};

export const disputes: Clause = {
  title: '争议解决',
  items: [
    '本文件的订立、效力、履行和解释适用中华人民共和国法律。',
    '因本文件产生的争议由双方协商解决；协商不成的，任何一方可向甲方住所地有管辖权的人民法院提起诉讼。',
  ],
};

export function preamble(paper: string): string {
  return `甲乙双方依据《中华人民共和国民法典》《中华人民共和国电子签名法》及有关规定，在平等自愿、充分了解内容的基础上订立本${paper}，共同遵守。`;
}
