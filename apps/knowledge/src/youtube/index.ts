export { addYoutubeSource, addYoutubeSourceBatch, previewYoutubeSource } from './add-youtube-source';
export { deleteYoutubeSource, deleteYoutubeSourceBatch, listYoutubeSources } from './youtube-sources';
