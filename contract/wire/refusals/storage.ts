/** Refusals of stores of files; part of `refusals`. */
export const storageRefusals = {
  'upload.noRoom': [
    '存储空间已用完（额度 {limit} GB），请联系管理员',
    'The {limit} GB of storage are used up. Contact your administrator.',
  ],
  'upload.tooMuch': [
    '一小时内上传的文件，连同更早上传而未使用的，最多 {limit} MB，请稍后再试',
    'Files of the last hour, and earlier ones that nothing uses, may have {limit} MB. Try again later.',
  ],
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
