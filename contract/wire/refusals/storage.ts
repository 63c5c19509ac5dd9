/** Refusals of stores of files; part of `refusals`. */
export const storageRefusals = {
  'oss.badEndpoint': ['资源地址不正确或不允许访问：{text}', 'The endpoint is invalid or may not be called: {text}'],
  'oss.notWorking': ['存储无法使用，未启用：{text}', 'The store doesn’t work, so it wasn’t enabled: {text}'],
  'oss.secretAgain': [
    '更换种类、资源地址、空间名、访问密钥或应用 ID 后，请重新输入安全密钥',
    'Enter the secret key again after changing type, endpoint, bucket, access key or app ID',
  ],
  'oss.holdsFiles': [
    '该存储中已有文件，不能修改类型、地址、空间名或应用 ID',
    'The store holds files, so its type, endpoint, bucket and app ID can’t be changed',
  ],
} as const;
