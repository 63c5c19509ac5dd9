/** What the evidence page says of the signatures; it is no part of a template. */

/** Printed on the evidence page of a contract without electronic signatures: what the digest proves and what not. */
export const EVIDENCE_STATEMENT = [
  '本页由系统在乙方完成签署时生成，记录签署过程中留存的信息，与合同正文一并保存。',
  '文件的完整性以系统保存的 SHA-256 摘要为准：重新计算文件摘要并与保存值比对，一致即表明文件自签署后未被改动。包含本页的最终文件，其摘要在生成后另行保存。',
  '本次签署未使用经许可的电子认证服务机构（CA）颁发的证书。上述摘要和记录证明内容未被改动及签署经过，不代替第三方机构对签署人身份的认证。',
];

/** The same for a contract with electronic signatures. */
export const SIGNED_STATEMENT = [
  '本页记录由系统在乙方完成签署时写入，是签署过程中留存的信息，与合同正文一并保存。',
  '本文件依次附有甲方盖章和乙方签字的电子签名（PAdES，SHA-256）。每个电子签名覆盖其作出时文件的全部内容，后一签名不改变前一签名所覆盖的内容；用支持电子签名的 PDF 阅读器或本系统的“验签”均可核验，签名后的任何改动都会被发现。',
  '乙方的证书仅为本次签署制作，载明其姓名和隐去部分的证件号码，私钥在签名后即销毁。签署时间取自系统时钟；签名附有可信时间戳的，以时间戳为准。',
  '本次签署未使用经许可的电子认证服务机构（CA）颁发的证书，证书由本系统的证书机构签发。电子签名和上述记录证明内容未被改动及签署经过，不代替第三方机构对签署人身份的认证。',
];
