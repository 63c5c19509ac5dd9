import { categoryOf } from '../../../contract/wire/flow';
import type { Shipped } from '../definitions';
import { leaveDiagram } from './diagram';

/** The process of leave requests, which every tenant starts with. */
export const shippedLeave: Shipped = { key: 'leave', category: categoryOf(1), xml: leaveDiagram };
