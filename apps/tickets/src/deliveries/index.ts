export { forgetInDeliveries } from './forget-deliveries.store';
export { noteMail } from './note-mail';
export { receiveReport } from './receive-report';
export { createReportCount, type ReportCount } from './report-count';
