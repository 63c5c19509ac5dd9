/** Parts that the shipped wordings of several contracts share. */
import type { WordingClause } from '../../../../contract/domain/wording/wording';

export function clause(title: string, ...items: (string | WordingClause['items'][number])[]): WordingClause {
  return { title, items: items.map((item) => (typeof item === 'string' ? { text: item } : item)) };
}

export function preamble(paper: string): string {
  return `甲乙双方依据《中华人民共和国民法典》《中华人民共和国电子签名法》及有关规定，在平等自愿、充分了解内容的基础上订立本${paper}，共同遵守。`;
}

export const planNote = '{{undatedNote}}金额单位：人民币元。{{planRule}}';

export const privacy = clause(
  '个人信息与保密',
  '为订立和履行本文件，甲方需处理乙方的姓名、证件、联系方式、结算账户和签署过程信息，处理范围以实现上述目的所必需为限，并采取加密、脱敏和访问留痕等保护措施。',
  '除法律另有规定或有权机关依法要求外，任何一方未经对方书面同意，不得向第三方披露本文件内容及因此知悉的对方信息。本项约定不因本文件终止而失效。',
);

export const electronic = clause(
  '电子签署与送达',
  '双方同意以电子方式订立本文件。甲方以电子印章签署，乙方在通过身份核验并阅读全文后以手写或键入签名的方式签署，乙方完成签署时本文件成立并生效。',
  '签署过程的时间、网络地址、设备信息和文件摘要由系统留存，作为证明文件内容未被改动的依据。',
  '双方以本文件首部载明的联系方式作为通知送达方式，信息变更应在三个工作日内告知对方；未告知的，按原方式发出即视为送达。',
);

export const disputes = clause(
  '争议解决',
  '本文件的订立、效力、履行和解释适用中华人民共和国法律。',
  '因本文件产生的争议由双方协商解决；协商不成的，任何一方可向甲方住所地有管辖权的人民法院提起诉讼。',
);
