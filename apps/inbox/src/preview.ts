// The widget on an empty page, as visitors see it. The settings store the key: in the address, a link could name another project.
const script = document.createElement('script');
script.src = '/widget.js';
script.dataset['key'] = localStorage.getItem('parley-inbox-preview') ?? '';
script.async = true;
document.head.append(script);
