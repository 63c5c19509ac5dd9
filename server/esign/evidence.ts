import { maskPhone } from '../../contract/mask';
import { signWays } from '../../contract/modules/fascContract';
import type { Context } from '../context';
import { type ContractRow, mobileOf } from './contracts';

export interface EvidenceLine {
  label: string;
  value: string;
}

/** Who stood behind the signature, as far as it was checked. Printed and stored; nothing here opens anything. */
export const wayEvidence = (cx: Context, row: ContractRow, way: 'link' | 'counter'): EvidenceLine[] => {
  if (way === 'counter') {
    const { name, account, code, dept, time, address, isAuthor } = row.witness!;
    return [
      { label: '核验方式', value: '现场见证' },
      { label: '见证人', value: [name, `账号 ${account}`, code && `工号 ${code}`, dept].filter(Boolean).join('，') },
      { label: '见证人与订单', value: isAuthor ? '见证人为订单录入人' : '见证人不是订单录入人' },
      { label: '证件核对', value: `见证人于 ${time} 核对证件原件，证件号码与登记的一致` },
      { label: '见证终端地址', value: address },
      { label: '客户确认时间', value: row.identifiedTime ?? '' },
    ];
  }
  const isTest = cx.deps.settings.console.phoneTestMode;
  return [
    { label: '核验方式', value: isTest ? '短信验证码（测试模式，未发送短信）' : '短信验证码' },
    { label: '核验手机号', value: maskPhone(mobileOf(row) ?? '') },
    { label: '手机号录入', value: row.phoneSince ? `${row.phoneSince} 由 ${row.phoneBy || '系统'} 录入` : '无记录' },
    ...(row.smsTime ? [{ label: '签署链接发送', value: row.smsTime }] : []),
    { label: '验证码发出时间', value: row.codeTime ?? '' },
    ...(isTest ? [] : [{ label: '短信网关接收时间', value: row.codeTakenTime ?? '' }]),
    { label: '身份核验时间', value: row.identifiedTime ?? '' },
  ];
};

/** What a signed paper says of it in lists. */
export const signedBy = (row: ContractRow, way: 'link' | 'counter') =>
  way === 'counter'
    ? { signWay: signWays.counter, witnessName: row.witness?.name ?? null }
    : { signWay: signWays.code, witnessName: null };
