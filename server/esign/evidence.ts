import { createHash } from 'node:crypto';
import { signWays } from '../../contract/modules/esign/fascContract';
import { maskPhone } from '../../contract/schema/mask';
import { type ContractRow, mobileOf } from './contracts';

export interface EvidenceLine {
  label: string;
  value: string;
}

export type SignWay = 'link' | 'counter';

/** What the customer agrees to with the signature. */
export const consent = '我已完整阅读并同意以上合同，使用电子签名签署，其效力与手写签名一致。';

/** The columns of the contract that a signature needs. */
export type SignedRow = Pick<
  ContractRow,
  | ('doc' | 'witness' | 'phoneSince' | 'phoneBy' | 'idNoSince' | 'idNoBy' | 'smsTime' | 'codeTime' | 'codeTakenTime')
  | ('identifiedTime' | 'readTime')
>;

/** One signature, beside the columns of its contract. */
export interface Signing {
  way: SignWay;
  /** Codes are shown to testers instead of being sent. */
  isTest: boolean;
  time: string;
  /** Network address, and how the browser names itself. */
  address: string;
  device: string;
}

/** Since when a printed field has been stored, and who entered it. */
function entered(since: string | null, by: string | null) {
  return since ? `${since} 由 ${by || '系统'} 录入` : '无记录';
}

/** How the signer was identified. */
function wayEvidence(row: SignedRow, { way, isTest }: Signing): EvidenceLine[] {
  const number = row.doc.customer.idNo ? [{ label: '证件号码录入', value: entered(row.idNoSince, row.idNoBy) }] : [];
  if (way === 'counter') {
    const { name, account, code, dept, time, address, isAuthor } = row.witness!;
    return [
      { label: '核验方式', value: '现场见证' },
      { label: '见证人', value: [name, `账号 ${account}`, code && `工号 ${code}`, dept].filter(Boolean).join('，') },
      { label: '见证人与订单', value: isAuthor ? '见证人为订单录入人' : '见证人不是订单录入人' },
      { label: '证件核对', value: `见证人于 ${time} 核对证件原件，证件号码与合同发出时登记的一致` },
      ...number,
      { label: '见证终端地址', value: address },
      { label: '客户确认时间', value: row.identifiedTime ?? '' },
    ];
  }
  return [
    { label: '核验方式', value: isTest ? '短信验证码（测试模式，未发送短信）' : '短信验证码' },
    { label: '核验手机号', value: maskPhone(mobileOf(row) ?? '') },
    { label: '手机号录入', value: entered(row.phoneSince, row.phoneBy) },
    ...number,
    ...(row.smsTime ? [{ label: '签署链接发送', value: row.smsTime }] : []),
    { label: '验证码发出时间', value: row.codeTime ?? '' },
    ...(isTest ? [] : [{ label: '短信网关接收时间', value: row.codeTakenTime ?? '' }]),
    { label: '身份核验时间', value: row.identifiedTime ?? '' },
  ];
}

/** The evidence of a signature before any file of it exists. Printed and stored; it grants no access. */
export function evidenceOf(row: SignedRow, signing: Signing): EvidenceLine[] {
  return [
    ...wayEvidence(row, signing),
    { label: '阅读完成时间', value: row.readTime ?? '' },
    { label: '签署时间', value: signing.time },
    { label: '网络地址', value: signing.address },
    { label: '设备信息', value: signing.device.slice(0, 160) },
    { label: '同意条款摘要', value: createHash('sha256').update(consent).digest('hex') },
  ];
}

/** The digest of the file that the customer's signature is added to. */
export function sealedEvidence(sha256: string): EvidenceLine {
  return { label: '签署前文件摘要', value: sha256 };
}

/** The digest of the signed file cannot be inside it, so it is stored beside it. */
export function fileEvidence(sha256: string): EvidenceLine {
  return { label: '签署后文件摘要', value: sha256 };
}

/** The same file with what its signatures are checked with: the signed one is its beginning. */
export function lastingEvidence(sha256: string): EvidenceLine {
  return { label: '长期验证文件摘要', value: sha256 };
}

/** The columns that signing changes. */
export function signedChange(row: Pick<ContractRow, 'witness'>, { way, time }: Pick<Signing, 'way' | 'time'>) {
  return {
    status: 2,
    signTaskStatus: 'task_finished',
    finishTime: time,
    ...(way === 'counter'
      ? { signWay: signWays.counter, witnessName: row.witness?.name ?? null }
      : { signWay: signWays.code, witnessName: null }),
  };
}
