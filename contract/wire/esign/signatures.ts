/** The verification of electronic signatures, on both sides of the wire. */
import { signingServiceRefusals } from '../refusals/signingService';

/** The largest file that is verified, in bytes. */
export const mostVerified = 10 * 1024 * 1024;

/**
 * Of a file. `intact`: every signature is of this installation and the file is as it was signed; `unfinished`: the same,
 * but the customer's signature is not there yet, or no longer; `foreign`: unchanged, but signed with certificates of
 * others too; `appended`: content follows the last signature; `altered`: a signature
 * does not match; `unsigned`: there is none.
 */
export const verdicts = ['intact', 'unfinished', 'foreign', 'appended', 'altered', 'unsigned'] as const;
export type Verdict = (typeof verdicts)[number];

/** Why a signature does not match. `range`: it is not over a file of this kind; `structure`: what it does not cover was
 *  changed; `digest`: what it covers was; `signature`: it was not made with the key of its certificate; `revision`:
 *  what a later signature covers besides is more than this one allows. */
export const signatureFaults = ['range', 'structure', 'digest', 'signature', 'revision'] as const;
export type SignatureFault = (typeof signatureFaults)[number];

/** One signature, in the order of the file. Times are those of the tenant; '' where unknown. */
export interface SignatureShown {
  fault: SignatureFault | null;
  /** The certificate was issued by this installation. */
  isOurs: boolean;
  /** It covers the file to its end. */
  isWhole: boolean;
  signer: string;
  /** Masked number of an identity document, as the certificate names it. */
  signerNo: string;
  /** What the certificate was made for. */
  unit: string;
  /** 甲方盖章, 乙方签字. */
  reason: string;
  /** As the signer's system says it. */
  time: string;
  /** As an authority says it, and its name; '' without a time stamp. */
  stampTime: string;
  stampAuthority: string;
  issuer: string;
  serial: string;
  validFrom: string;
  validUntil: string;
}

/** The last day on which other software accepts the signatures of a sound file: as long as the first certificate that
 *  ends. Where the file holds what they are checked with, under a time stamp, there is none, ''. `ends`: of the certificates. */
export function checkableUntil(ends: readonly string[], isLasting: boolean): string {
  return isLasting ? '' : (ends.map((end) => end.slice(0, 10)).sort()[0] ?? '');
}

/** The contract that a file is of. `isRecorded`: byte for byte the file that is stored for it. */
export interface VerifiedPaper {
  id: string;
  contractNumber: string;
  status: number;
  isRecorded: boolean;
}

/** The answer of `verify` and `verify-file`. */
export interface Verification {
  verdict: Verdict;
  sha256: string;
  size: number;
  paper: VerifiedPaper | null;
  /** Why there is no time stamp although one was asked for; '' otherwise. */
  stampFault: string;
  /** When the time stamp was made over the file and all that its signatures are checked with, and by whom; '' without one. */
  lastingTime: string;
  lastingAuthority: string;
  signatures: SignatureShown[];
}

/** Refusals about signatures of contracts, and about posting contracts as rows. */
export const signatureRefusals = {
  ...signingServiceRefusals,
  'contract.noAuthority': [
    '签章证书机构尚未建立，请联系管理员重启服务',
    'The signing authority has not been set up. Ask your administrator to restart the server.',
  ],
  'contract.noFile': ['合同文件不存在，无法验签', 'There is no file of this contract to verify'],
  'contract.noPdf': ['请选择 PDF 文件', 'Choose a PDF file'],
  'contract.hidden': [
    '您的数据权限不含合同上的部分信息，不能验签',
    'Your data scope hides details printed on this contract, so it can’t be verified',
  ],
  'contract.notTyped': [
    '合同由系统生成，不能录入或修改“{name}”',
    'Contracts are made by the system; “{name}” can’t be entered or changed',
  ],
  'contract.submitNew': [
    '合同请在订单中发起，不能直接新增',
    'Contracts are issued from an order and can’t be added here',
  ],
} as const;
