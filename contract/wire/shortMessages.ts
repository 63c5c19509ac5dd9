/** Messages to customers. One function for each purpose; a gateway gets the finished text. */

export interface SignLinkFacts {
  /** The sender: the name under which the customer knows the company. */
  company: string;
  /** e.g. 服务协议 */
  paper: string;
  contractNumber: string;
  url: string;
  /** yyyy-MM-dd HH:mm:ss: when the link expires. */
  until: string;
}
export function signLinkMessage({ company, paper, contractNumber, url, until }: SignLinkFacts): string {
  return `【${company}】请签署${paper}（编号 ${contractNumber}）：${url} ，${until.slice(0, 16)} 前有效。如非本人办理，请勿打开。`;
}
