/* The floor of a Python call: what copartition.Partitioner.partition does, by hand in C.
 *
 * Partitioner(n).partition(key) takes bytes or str and is as bare as CPython allows: one argument
 * without a tuple (METH_O), n in the object, no limited API. noop(key, n) does nothing at all. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "floor_murmur2.h"

typedef struct {
    PyObject_HEAD
    uint32_t n;
} Partitioner;

static PyObject *partition(Partitioner *self, PyObject *key)
{
    const char *data;
    Py_ssize_t len;
    if (PyBytes_CheckExact(key)) {
        data = PyBytes_AS_STRING(key);
        len = PyBytes_GET_SIZE(key);
    } else if (PyUnicode_CheckExact(key) && PyUnicode_IS_COMPACT_ASCII(key)) {
        data = PyUnicode_DATA(key);
        len = PyUnicode_GET_LENGTH(key);
    } else if (PyUnicode_CheckExact(key)) {
        data = PyUnicode_AsUTF8AndSize(key, &len);
        if (data == NULL) {
            return NULL;
        }
    } else {
        PyErr_SetString(PyExc_TypeError, "key must be str or bytes");
        return NULL;
    }
    return PyLong_FromLong((long)floor_partition(data, (size_t)len, self->n));
}

static int partitioner_init(Partitioner *self, PyObject *arguments, PyObject *keywords)
{
    (void)keywords;
    return PyArg_ParseTuple(arguments, "I", &self->n) ? 0 : -1;
}

static PyObject *noop(PyObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    (void)self, (void)arguments, (void)count;
    Py_RETURN_NONE;
}

static PyMethodDef partitioner_methods[] = {
    {"partition", (PyCFunction)partition, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject partitioner_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "floor_python.Partitioner",
    .tp_basicsize = sizeof(Partitioner),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)partitioner_init,
    .tp_methods = partitioner_methods,
};

static PyMethodDef functions[] = {
    {"noop", (PyCFunction)(void (*)(void))noop, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "floor_python",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit_floor_python(void)
{
    PyObject *made = PyModule_Create(&module);
    if (made == NULL || PyModule_AddType(made, &partitioner_type) < 0) {
        return NULL;
    }
    return made;
}
