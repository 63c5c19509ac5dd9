/** Refusals of loan papers; part of `refusals`. */
export const paperRefusals = {
  'picture.strange': [
    '不支持 {name} 图片，请转换为 jpg 或 png 后上传',
    '{name} images are not supported. Convert the image to JPG or PNG first.',
  ],
  'picture.corrupt': ['文件已损坏或不完整，请重新上传', 'The file is damaged or incomplete. Upload it again.'],
  'paper.reading': ['正在识别，请稍候再采用', 'This paper is still being read. Try again in a moment.'],
  'paper.noCustomer': ['请选择客户', 'Select a customer'],
  'paper.noTel': ['新增客户请填写联系电话', 'Enter a phone number for the new customer'],
  'paper.noOrder': ['请选择订单', 'Select an order'],
  'paper.notOfCustomer': ['该类资料不能写入客户', 'Papers of this type hold nothing for a customer'],
  'paper.unknownField': ['该类资料没有字段 {name}', 'Papers of this type have no field {name}'],
} as const;
