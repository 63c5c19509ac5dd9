/** The messages of the demo portfolio, as the bell shows them. */
import { addDays } from '../../../contract/domain/calendar';
import { voucherReview } from '../../../contract/domain/lifecycle/orderStates';
import { formatMoney, sum } from '../../../contract/domain/money';
import { voucherPicType } from '../../../contract/modules/lease/picture';
import type { Notification } from '../../engine/inbox/notify';
import type { Book, Draft } from './book';
import { workday } from './plots';

export interface Message extends Pick<Notification, 'kind' | 'title' | 'content' | 'subject' | 'subjectId'> {
  at: string;
}

/** The messages that administrators would have received, oldest first. */
export function notices(book: Book, today: string): Message[] {
  const orders = book.tables.get('lease_order') ?? [];
  const clientOf = (row: Draft) => String(orders.find(({ id }) => id === row.orderId)?.customerName);
  const about = (orderId: unknown) => ({ subject: 'order', subjectId: String(orderId) });
  const vouchers = (book.tables.get('lease_picture') ?? [])
    .filter(({ picType, orderId }) => {
      const held = orders.find(({ id }) => id === orderId);
      return picType === voucherPicType && held?.businessStatus === voucherReview;
    })
    .map((row) => ({
      kind: 'message' as const,
      title: `${clientOf(row)}的打款凭证待确认`,
      content: '客户已上传打款凭证，请核对到账金额后确认或退回。',
      ...about(row.orderId),
      at: String(row.createTime),
    }));
  const papers = [...(book.tables.get('lease_contract') ?? [])].sort((a, b) =>
    a.updateTime! < b.updateTime! ? -1 : 1,
  );
  const signed = papers
    .filter(({ status }) => status === 2)
    .slice(-8)
    .map((row) => ({
      kind: 'message' as const,
      title: `${clientOf(row)}已签署合同 ${row.contractNumber}`,
      content: '合同已签署完成，签署文件可在订单的合同页查看。',
      ...about(row.orderId),
      at: String(row.finishTime),
    }));
  const refused = papers
    .filter(({ signTaskStatus }) => signTaskStatus === 'rejected')
    .map((row) => ({
      kind: 'message' as const,
      title: `${clientOf(row)}拒签合同 ${row.contractNumber}`,
      content: `拒签原因：${row.reason}`,
      ...about(row.orderId),
      at: String(row.updateTime),
    }));
  const plan = (book.tables.get('lease_payment_plan') ?? []).filter(({ payStatus }) => payStatus !== 2);
  const totalOf = (rows: Draft[]) => formatMoney(sum(rows.map((row) => String(row.amountPayable))));
  /** Sent at seven in the morning: what is due within a week, and what has not been paid. */
  const mails = [-14, -7, 0].map((offset) => {
    const day = addDays(workday(addDays(today, -1)), offset);
    const unpaid = plan.filter(({ paidTime }) => !paidTime || paidTime >= day);
    const week = unpaid.filter(({ paymentDate }) => paymentDate! >= day && paymentDate! <= addDays(day, 7));
    const late = unpaid.filter(({ paymentDate }) => paymentDate! < day);
    return {
      kind: 'mail' as const,
      title: `付款安排提醒（${day}）`,
      content: `7 日内应付 ${week.length} 笔，合计 ${totalOf(week)} 元；逾期未付 ${late.length} 笔，合计 ${totalOf(late)} 元。`,
      subject: 'paymentPlan',
      subjectId: '',
      at: `${day} 07:00:00`,
    };
  });
  const sentAt = (kind: 'notice', day: number, title: string, content: string): Message => ({
    kind,
    title,
    content,
    subject: '',
    subjectId: '',
    at: `${workday(addDays(today, day))} 09:30:00`,
  });
  return [
    sentAt(
      'notice',
      -30,
      '关于规范打款凭证上传的通知',
      '打款凭证须清晰显示付款人、金额与日期，模糊或裁切的图片将被退回。',
    ),
    sentAt('notice', -12, '惠农租 365 停止新增', '额度已满，即日起停止新增，存量订单按原计划执行。'),
    sentAt('notice', -3, '系统升级公告', '本周六 22:00 至 23:00 升级，期间可能短暂无法登录，请提前保存未提交的内容。'),
    ...mails,
    ...vouchers,
    ...signed,
    ...refused,
  ].sort((a, b) => (a.at < b.at ? -1 : 1));
}
