import type { Shipped } from '../definitions';
import { leaveDiagram } from './diagram';
import { leaveCategory } from './request';

/** The process of leave requests, which every tenant starts with. */
export const shippedLeave: Shipped = { key: 'leave', category: leaveCategory, xml: leaveDiagram };
